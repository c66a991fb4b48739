import type { texts as English } from '../../texts/policy-tests.ts';

export const texts: typeof English = {
  isRunning: 'Ein Test dieser Regel läuft bereits.',
  isOver: 'Dieser Test ist vorbei.',
  what: (policy) => `Test der Eskalationsregel „${policy}“`,
  everySite: 'Alle Standorte',
  noDevice: 'Keines: dies ist ein Test',
  title: 'Probealarme',
  titleOf: (policy) => `Probealarme von „${policy}“`,
  about:
    'Die Stufen laufen wie bei einem Alarm, und jede Nachricht ist als Test gekennzeichnet. Ins Protokoll wird nichts geschrieben.',
  never: 'Nie getestet',
  tested: 'Getestet',
  due: 'Test fällig',
  running: 'Test läuft',
  open: 'Probealarme',
  openOf: (policy) => `Tests von ${policy}`,
  start: 'Test starten',
  starting: (people) => `Einen Test dieser Regel starten? ${people}`,
  notifies: (steps) =>
    steps === 1
      ? 'Ihre Stufe benachrichtigt jetzt Personen.'
      : `Ihre ${steps} Stufen benachrichtigen Personen, bis jemand quittiert.`,
  started: 'Test gestartet',
  cancelTest: 'Test abbrechen',
  cancelled: 'Test abgebrochen',
  failed: 'Die Tests konnten nicht geladen werden.',
  none: 'Noch kein Test.',
  noRight: 'Manager starten Tests.',
  states: {
    running: 'Läuft',
    acknowledged: 'Quittiert',
    unanswered: 'Niemand hat quittiert',
    cancelled: 'Abgebrochen',
  },
  startedBy: (name) => `gestartet von ${name}`,
  acknowledgedBy: (name, after) => `von ${name} nach ${after}`,
  cancelledBy: (name) => `von ${name}`,
  policyRemoved: 'die Regel wurde entfernt',
  details: 'Wer benachrichtigt wurde',
  close: 'Schließen',
  more: (count) => `${count} ältere Tests werden nicht gezeigt.`,
  reminder: {
    subject: (count) =>
      count === 1
        ? 'Für eine Eskalationsregel ist ein Test fällig'
        : `Für ${count} Eskalationsregeln ist ein Test fällig`,
    text: 'Eine Regel, die seit drei Monaten niemand erprobt hat, erreicht vielleicht niemanden. Ein Test dauert Minuten: Er benachrichtigt die Personen der Regel, und jede Nachricht sagt, dass es ein Test ist.',
    never: 'nie getestet',
    last: (day) => `zuletzt getestet am ${day}`,
    button: 'Bereitschaft öffnen',
    foot: 'Sie erhalten diese E-Mail, weil Sie diese Standorte verwalten.',
  },
};
