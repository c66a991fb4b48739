import type { texts as English } from '../../texts/proof-test-pdfs.ts';

export const texts: typeof English = {
  ledger: {
    documentTitle: (site) => `Wiederholungsprüfungen, ${site}`,
    title: 'Nachweis der Wiederholungsprüfungen',
    states: { never: 'Nie geprüft', overdue: 'Überfällig', ok: 'OK' },
    outOfService: 'außer Betrieb',
    suspectedDead: 'Ausfallverdacht',
    columns: {
      sensor: 'Sensor',
      group: 'Gruppe',
      state: 'Zustand',
      lastPassed: 'Zuletzt bestanden',
      age: 'Alter, Tage',
      due: 'Fällig',
      by: 'Von',
      comment: 'Kommentar',
    },
    made: (time, zone, days) =>
      `Erstellt ${time}, ${zone}. Ein Sensor ist überfällig, wenn seine letzte bestandene Prüfung älter als ${days} Tage ist.`,
    coverage: (percent, ok, all, overdue) =>
      `Abdeckung ${percent} %: ${ok} von ${all} Sensoren haben rechtzeitig eine Prüfung bestanden, ${overdue} sind überfällig, ${all - ok - overdue} wurden nie geprüft.`,
    device: (title, serialNumber, percent) => `${title}, Seriennummer ${serialNumber}: ${percent} %`,
  },
  codes: {
    documentTitle: (device) => `Testcodes, ${device}`,
    title: (device, serialNumber) => `${device}, Seriennummer ${serialNumber}: Wartungstests`,
    scan: (site) => `${site}. Zum Öffnen scannen.`,
  },
  noSensors: 'Dieses Gerät hat seine Sensoren noch nicht gemeldet.',
};
