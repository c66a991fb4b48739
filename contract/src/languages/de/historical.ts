import type { texts as English } from '../../texts/historical.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  banner: 'Dies ist eine Momentaufnahme der Vergangenheit, die Daten sind nicht live',
  back: 'Zurück zu live',
  snapshotOf: 'Momentaufnahme von',
  toGraph: (name) => `Diagramm von ${name} um diesen Zeitpunkt`,
  none: 'Zu oder nach dieser Zeit ist nichts gespeichert.',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  notAllowed: 'Sie haben keinen Zugriff auf dieses Gerät.',
  title: 'Im Verlauf suchen',
  empty: 'Der Verlauf ist leer!',
  records: 'Gespeicherte Zustände von da an',
  hint: 'Alle gespeicherten Zustände von der gewählten Zeit an. Wählen Sie einen, um die Übersicht zu sehen, wie sie war.',
  count: (n) => counted(n, { one: 'Zustand', other: 'Zustände' }),
  firstOf: (n) => `Die ersten ${n.toLocaleString('de')} Zustände`,
  calendar: 'Alarme und Warnungen nach Tagen',
  weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
  month: (month) =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString('de', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  dayCounts: (day, counts) =>
    counts === undefined
      ? day
      : [
          day,
          counts.alarm > 0 ? counted(counts.alarm, { one: 'Alarm', other: 'Alarme' }) : '',
          counts.warning > 0 ? counted(counts.warning, { one: 'Warnung', other: 'Warnungen' }) : '',
          counts.offline > 0 ? `${counts.offline}-mal offline` : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
  day: 'Ereignisse des Tages',
  sameSecond: (ms) => `+${ms} ms`,
  dayCount: (n) => (n === 0 ? 'nichts geschehen' : counted(n, { one: 'Ereignis', other: 'Ereignisse' })),
  quietDay: 'An diesem Tag kein Alarm, keine Warnung und keine Offline-Zeit.',
  wholeDay: 'Ganzer Tag',
  hoursOnly: 'Nur Stunden mit Ereignissen',
  alike: (n, until) => `${n} weitere gleiche bis ${until}`,
  moreOfDay: (n) => `${n.toLocaleString('de')} weitere: siehe das Protokoll.`,
  goTo: (time) => `Zu ${time}`,
  lastAlarm: 'Letzter Alarm',
  noEvents: 'Die Ereignisse dieses Monats konnten nicht geladen werden.',
  cutMonth: 'Gezeigt werden nur die neuesten 1.000 Ereignisse dieses Monats.',
  player: 'Wiedergabe',
  slider: 'Zeitpunkt',
  hourBack: 'Eine Stunde zurück',
  hourOn: 'Eine Stunde vor',
  stepBack: 'Voriges Telegramm',
  stepOn: 'Nächstes Telegramm',
  play: 'Abspielen',
  pause: 'Anhalten',
  speed: 'Tempo',
  speeds: (n) => `${n}x`,
  newest: 'Dies ist der neueste Zustand.',
};
