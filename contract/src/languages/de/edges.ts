import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'Minute', other: 'Minuten' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: (site) => `${site} - Edges`,
  heading: 'Edges',
  about:
    'Eine Edge ist ein Programm neben den Geräten. Sie speichert deren Daten, solange die Verbindung zum Portal unterbrochen ist, und sendet sie danach.',
  pickSite: 'Wählen Sie einen Standort, um seine Edges zu sehen',
  toSites: 'Standorte',
  notAllowed: 'Techniker und Manager des Standorts sehen seine Edges.',
  loadFailed: 'Die Edges konnten nicht geladen werden.',
  addTitle: 'Edge hinzufügen',
  nameHelp: 'Wo sie steht, etwa Maschinenhaus.',
  noName: 'Bitte geben Sie einen Namen ein',
  create: 'Code erstellen',
  none: 'Noch keine Edge',
  noneAbout:
    'Ohne Edge senden Geräte selbst an das Portal. Was sie nicht speichern können, geht verloren, solange die Verbindung unterbrochen ist.',
  add: 'Edge hinzufügen',
  name: 'Name',
  cancel: 'Abbrechen',
  close: 'Schließen',
  freshTitle: (edge) => `${edge} anmelden`,
  once: 'Starten Sie die Edge innerhalb von 24 Stunden mit diesem Befehl. Der Code wird nur einmal gezeigt und gilt einmal.',
  code: 'Code',
  command: 'Befehl',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Konnte nicht kopiert werden. Markieren Sie den Text, und kopieren Sie ihn von Hand.',
  states: {
    waiting: 'Noch nicht angemeldet',
    online: 'Online',
    behind: 'Holt auf',
    full: 'Warteschlange voll',
    silent: 'Still',
  },
  stateAbout: {
    full: 'Sie kann nichts mehr speichern. Geräte erhalten keine Bestätigung, und Abfragen entfallen.',
    silent:
      'Das Portal hat keinen Kontakt zu ihr. Was ihre Geräte senden, kommt an, wenn sie zurück ist. Die Angaben unten stammen vom letzten Kontakt.',
    behind: 'Ältere Datensätze werden gesendet.',
  },
  waitsUntil: (time) => `Ihr Code gilt bis ${time}.`,
  codeOver: 'Ihr Code ist abgelaufen. Erstellen Sie einen neuen.',
  madeBy: (name, time) => `Hinzugefügt von ${name === '' ? 'einem Programm' : name}, ${time}`,
  claimed: (time) => `angemeldet ${time}`,
  facts: {
    seen: 'Letzter Kontakt',
    queue: 'Warteschlange',
    oldest: 'Älteste wartende',
    clock: 'Uhrabweichung',
    version: 'Version',
    memory: 'Speicher',
    adapters: 'Adapter',
    maps: 'Zuordnungen',
    refused: 'Abgewiesen',
    notItsOwn: 'Nicht eigene Geräte',
    damaged: 'Beschädigt',
    missed: 'Entfallene Abfragen',
    started: 'Gestartet',
    notifies: 'Eigene Nachrichten',
  },
  mapVersion: (name, version) => `${name}, Version ${version}`,
  asksFor: (version) =>
    `Ihre Geräte brauchen Edge ${version}: bitte aktualisieren. Bis dahin weist es ab, was eine Zuordnung liest.`,
  notItsOwnAbout:
    'Datensätze von Geräten, die zu ihrer Zeit nicht zu diesem Edge gehörten. Nichts davon wurde gespeichert.',
  never: 'nie',
  nothing: 'nichts',
  records: (count) => counted(count, { one: 'Datensatz', other: 'Datensätze' }),
  share: (share, bound) => `${share} von ${bound}`,
  queueFilled: 'Belegter Anteil der Warteschlange',
  clockText: (seconds) => `${seconds} s`,
  clockUnknown: 'noch nicht gemessen',
  clockAbout: 'Zeit des Portals minus Systemuhr der Edge. Die Edge berichtigt sie selbst.',
  configuration: (number) => `Konfiguration ${number}`,
  adapterTexts: {
    http: (port) => `HTTP an Port ${port}`,
    mqtt: (port, sessions) =>
      `MQTT und Sparkplug an Port ${port}, ${counted(sessions, { one: 'Sitzung', other: 'Sitzungen' })}`,
    noMqtt: 'MQTT aus',
    modbus: (count) => `Modbus, ${counted(count, { one: 'Gerät', other: 'Geräte' })} abgefragt`,
    noModbus: 'Modbus, kein Gerät abgefragt',
  },
  notifies: 'ein',
  notifiesNot: 'aus',
  notifiesHow: 'EDGE_NOTIFY_URL setzen',
  sinceStart: 'seit ihrem Start',
  devices: 'Geräte',
  noDevices: 'Keine Geräte. Weisen Sie die zu, die an diese Edge senden.',
  assign: 'Geräte zuweisen',
  assignTitle: (edge) => `Geräte von ${edge}`,
  ofOther: (edge) => `gehört zu ${edge}`,
  noneToAssign: 'Der Standort hat keine Geräte.',
  assignAbout:
    'Zugewiesene Geräte senden nur an diese Edge. Was sie direkt an das Portal senden, wird ab jetzt abgewiesen.',
  save: 'Speichern',
  saved: 'Edge geändert',
  events: 'Ereignisse der letzten 30 Tage',
  noEvents: 'Kein Ausfall und keine entfallene Abfrage.',
  outage: (from, to, minutes) => `Kein Kontakt von ${from} bis ${to} (${minutesOf(minutes)})`,
  outageComing: 'Ihre Daten kommen noch.',
  outageOver: (late) =>
    late === 0
      ? 'Kein verspäteter Alarm und keine verspätete Warnung.'
      : `${counted(late, { one: 'verspätetes Ereignis', other: 'verspätete Ereignisse' })} im Protokoll.`,
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'Abfrage', other: 'Abfragen' })} von ${from} bis ${to} entfallen`,
  gapAbout: 'Die Warteschlange der Edge war voll.',
  newCode: 'Neuer Code',
  newCodeAsk: (edge) => `Neuen Code für ${edge} erstellen?`,
  newCodeAbout: 'Die Edge, die ihn verwendet, tritt an die Stelle der jetzigen, die damit getrennt wird.',
  rename: 'Umbenennen',
  renameTitle: 'Edge umbenennen',
  remove: 'Widerrufen',
  removeAsk: (name) => `Edge ${name} widerrufen?`,
  removeAbout:
    'Ihr Schlüssel gilt sofort nicht mehr, und ihre Geräte müssen selbst an das Portal senden. Was noch in ihrer Warteschlange ist, erreicht das Portal nie.',
  removed: 'Edge widerrufen',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  mail: {
    subject: (edge, late) =>
      `Edge ${edge} ist zurück: ${late === 0 ? 'keine verspäteten Ereignisse' : counted(late, { one: 'verspätetes Ereignis', other: 'verspätete Ereignisse' })}`,
    text: (edge, site, minutes) =>
      `Die Edge ${edge} von ${site} konnte das Portal ${minutesOf(minutes)} lang nicht erreichen. Ihre Daten sind jetzt vollständig. Über das, was inzwischen geschah, wurde niemand benachrichtigt.`,
    nothing: 'In dieser Zeit begannen kein Alarm und keine Warnung.',
    more: (count) => `und ${count} weitere im Protokoll, als verspätet gekennzeichnet`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Protokoll öffnen',
    foot: (site) => `Sie erhalten diese E-Mail, weil Sie ${site} verwalten.`,
  },
};
