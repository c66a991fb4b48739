import type { texts as English } from '../../texts/inspection-report.ts';

export const texts: typeof English = {
  documentTitle: (site) => `Inspektion, ${site}`,
  title: 'Inspektionsbericht',
  period: (from, to, zone) => `Von ${from} bis ${to}. Zeiten sind die von ${zone}.`,
  made: (time, by) => `Erstellt ${time} von ${by}.`,
  chainHolds: (records) => `Die Kette aller ${records} Prüfungsnachweise hält: Keiner wurde geändert oder entfernt.`,
  chainBroken: (places) =>
    `DIE KETTE DER PRÜFUNGSNACHWEISE IST UNTERBROCHEN: ${places}. Nachweise wurden geändert oder entfernt.`,
  chainPlace: (device, record) => `${device}, Nachweis ${record}`,
  section: (title, count) => `${title} (${count})`,
  cut: (printed, all) => `Gedruckt sind die ersten ${printed}; die CSV-Datei hat alle ${all}.`,
  none: 'Keine in diesem Zeitraum.',
  devices: {
    title: 'Geräte',
    none: 'Der Standort hatte in diesem Zeitraum keine Geräte.',
    columns: {
      device: 'Gerät',
      serialNumber: 'Seriennummer',
      unmonitored: 'Als Ganzes nicht überwacht',
      share: 'Anteil der Zeit',
    },
  },
  unmonitored: {
    title: 'Zeiten ohne Überwachung',
    columns: {
      from: 'Von',
      to: 'Bis',
      length: 'Dauer',
      device: 'Gerät',
      sensor: 'Sensor',
      reason: 'Grund',
      detail: 'Einzelheit',
    },
    goesOn: (to) => `${to}, dauert an`,
    allDevices: 'Alle Geräte',
  },
  tests: {
    title: 'Wiederholungsprüfungen',
    none: 'In diesem Zeitraum wurde kein Sensor geprüft.',
    columns: {
      started: 'Begonnen',
      ended: 'Beendet',
      device: 'Gerät',
      serialNumber: 'Seriennummer',
      sensor: 'Sensor',
      outcome: 'Ergebnis',
      by: 'Von',
      comment: 'Kommentar',
    },
    outcomes: { passed: 'Bestanden', failed: 'Nicht bestanden', canceled: 'Abgebrochen', running: 'Läuft' },
  },
  events: {
    title: 'Alarme und Warnungen',
    columns: {
      on: 'Ein',
      off: 'Aus',
      length: 'Dauer',
      device: 'Gerät',
      sensor: 'Sensor',
      kind: 'Art',
      content: 'Inhalt',
      acknowledged: 'Quittiert',
      comment: 'Kommentar',
    },
    isActive: 'steht an',
    noEnd: 'kein Ende bekannt',
    kind: (isAlarm, isTest, isLate) =>
      `${isAlarm ? 'Alarm' : 'Warnung'}${isTest ? ', Test' : ''}${isLate ? ', verspätet' : ''}`,
  },
  changes: {
    title: 'Änderungen von Regeln, Einstellungen und Sensornamen',
    columns: { time: 'Zeit', by: 'Von', what: 'Was', before: 'Vorher', after: 'Nachher' },
  },
};
