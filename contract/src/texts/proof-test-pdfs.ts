import { defineTexts } from './define-texts.ts';

/** Texts of the printed proof-test ledger and of the sheets of test codes. */
export const texts = defineTexts('proof-test-pdfs', {
  ledger: {
    documentTitle: (site: string): string => `Proof tests, ${site}`,
    title: 'Proof-test ledger',
    states: { never: 'Never tested', overdue: 'Overdue', ok: 'OK' },
    outOfService: 'out of service',
    suspectedDead: 'suspected dead',
    columns: {
      sensor: 'Sensor',
      group: 'Group',
      state: 'State',
      lastPassed: 'Last passed',
      age: 'Age, days',
      due: 'Due',
      by: 'By',
      comment: 'Comment',
    },
    made: (time: string, zone: string, days: number): string =>
      `Made ${time}, ${zone}. A sensor is overdue when its last passed test is older than ${days} days.`,
    coverage: (percent: string | number, ok: number, all: number, overdue: number): string =>
      `Coverage ${percent} %: ${ok} of ${all} sensors passed a test in time, ` +
      `${overdue} are overdue, ${all - ok - overdue} were never tested.`,
    device: (title: string, serialNumber: string, percent: string | number): string =>
      `${title}, serial number ${serialNumber}: ${percent} %`,
  },
  codes: {
    documentTitle: (device: string): string => `Test codes, ${device}`,
    title: (device: string, serialNumber: string): string =>
      `${device}, serial number ${serialNumber}: maintenance tests`,
    scan: (site: string): string => `${site}. Scan to open.`,
  },
  noSensors: 'This device has not named its sensors yet.',
});
