import { defineTexts } from './define-texts.ts';

/** Texts of the printed inspection report. */
export const texts = defineTexts('inspection-report', {
  documentTitle: (site: string): string => `Inspection, ${site}`,
  title: 'Inspection report',
  period: (from: string, to: string, zone: string): string => `From ${from} to ${to}. Times are in ${zone}.`,
  made: (time: string, by: string): string => `Created ${time} by ${by}.`,
  chainHolds: (records: number): string =>
    `The chain of all ${records} test records is intact: none was changed or removed.`,
  chainBroken: (places: string): string =>
    `THE CHAIN OF TEST RECORDS IS BROKEN: ${places}. Records were changed or removed.`,
  chainPlace: (device: string, record: string | number): string => `${device}, record ${record}`,
  section: (title: string, count: number): string => `${title} (${count})`,
  cut: (printed: number, all: number): string => `The first ${printed} are printed; the CSV has all ${all}.`,
  none: 'None in this period.',
  devices: {
    title: 'Devices',
    none: 'The site had no devices in this period.',
    columns: {
      device: 'Device',
      serialNumber: 'Serial number',
      unmonitored: 'Not monitored as a whole',
      share: 'Share of period',
    },
  },
  unmonitored: {
    title: 'Times without monitoring',
    columns: {
      from: 'From',
      to: 'To',
      length: 'Length',
      device: 'Device',
      sensor: 'Sensor',
      reason: 'Reason',
      detail: 'Detail',
    },
    goesOn: (to: string): string => `${to}, ongoing`,
    allDevices: 'All devices',
  },
  tests: {
    title: 'Proof tests',
    none: 'No sensor was tested in this period.',
    columns: {
      started: 'Started',
      ended: 'Ended',
      device: 'Device',
      serialNumber: 'Serial number',
      sensor: 'Sensor',
      outcome: 'Outcome',
      by: 'By',
      comment: 'Comment',
    },
    outcomes: { passed: 'Passed', failed: 'Failed', canceled: 'Cancelled', running: 'Running' },
  },
  events: {
    title: 'Alarms and warnings',
    columns: {
      on: 'On',
      off: 'Off',
      length: 'Length',
      device: 'Device',
      sensor: 'Sensor',
      kind: 'Kind',
      content: 'Content',
      acknowledged: 'Acknowledged',
      comment: 'Comment',
    },
    isActive: 'active',
    noEnd: 'end unknown',
    kind: (isAlarm: boolean, isTest: boolean, isLate: boolean): string =>
      `${isAlarm ? 'Alarm' : 'Warning'}${isTest ? ', test' : ''}${isLate ? ', late' : ''}`,
  },
  changes: {
    title: 'Changes to rules, settings and sensor names',
    columns: { time: 'Time', by: 'By', what: 'What', before: 'Before', after: 'After' },
  },
});
