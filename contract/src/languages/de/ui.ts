import type { texts as English } from '../../texts/ui.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  loading: 'Wird geladen...',
  again: 'Erneut versuchen',
  close: 'Schließen',
  clear: 'Löschen',
  cancel: 'Abbrechen',
  cancelForm: 'ABBRECHEN',
  notSaved: 'Nichts wurde gespeichert: Das Portal war nicht erreichbar. Ihre Eingaben sind noch da.',
  newerVersion: 'Neuere Fassung zeigen',
  leave: 'Ihre Änderungen sind nicht gespeichert. Diese Seite verlassen?',
  wentWrong: 'Etwas ist schiefgegangen. Bitte laden Sie die Seite neu',
  notLoaded:
    'Keine Verbindung zum Server. Diese Seite wurde noch nicht geöffnet und kann deshalb nicht gezeigt werden. Sie öffnet sich von selbst, sobald die Verbindung wieder da ist.',
  noSuchPage: 'Diese Seite gibt es nicht',
  toStart: 'Zum Anfang',
  nothingFound: 'Nichts gefunden',
  removal: {
    title: (kind, name) => `${kind} ${name} entfernen?`,
    all: 'Alles davon entfernen',
    remove: 'Entfernen',
    dependents: 'Mit entfernt wird:',
    sites: (count) => counted(count, { one: 'Standort', other: 'Standorte' }),
    devices: (count) => counted(count, { one: 'Gerät', other: 'Geräte' }),
    usedIn: (schemas) => `verwendet in ${schemas}`,
    typeName: (name) => `Geben Sie den Namen ein: ${name}`,
    restorable: 'Der Betreiber kann es innerhalb von 30 Tagen zurückholen; danach wird der Verlauf gelöscht.',
  },
  ago: (span) => `vor ${span}`,
  now: 'jetzt',
  never: 'nie',
  since: (moment) => `seit ${moment}`,
  fromTo: (from, to) => `${from} bis ${to}`,
  lasting: (span) => `seit ${span}`,
  chartKeys: {
    zoom: ['Ziehen', 'In ein Diagramm hineinzoomen'],
    whole: ['Doppelklick', 'Wieder das ganze Diagramm'],
    wheel: ['Strg und Mausrad', 'Ein Diagramm zoomen'],
    pan: ['Umschalt und ziehen', 'In einem Diagramm verschieben'],
  },
  summary: {
    lastFrame: 'Letztes Telegramm',
    never: 'noch keines',
    active: 'Jetzt anstehend',
    counts: (alarms, warnings) =>
      [
        alarms > 0 && counted(alarms, { one: 'Alarm', other: 'Alarme' }),
        warnings > 0 && counted(warnings, { one: 'Warnung', other: 'Warnungen' }),
      ]
        .filter(Boolean)
        .join(', ') || 'nichts',
    proof: 'Geprüft',
    none: 'nichts zu prüfen',
  },
};
