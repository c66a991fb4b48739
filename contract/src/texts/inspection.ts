import { defineTexts } from './define-texts.ts';

/** Texts of the inspection report. */
export const texts = defineTexts('inspection', {
  toLedger: 'Proof tests',
  title: (site: string): string => `Inspection report of ${site}`,
  about: 'Everything an inspector asks for about one site and period, in one file.',
  from: 'From',
  to: 'To',
  zip: 'Download ZIP',
  pdf: 'Report as PDF',
  tests: 'Proof tests',
  testsText: (passed: number, failed: number, canceled: number): string =>
    `${passed} passed, ${failed} failed, ${canceled} cancelled`,
  alarms: 'Alarms and warnings',
  changes: 'Changes to rules, settings and names',
  chain: 'Test record chain',
  chainOk: (records: number): string => `Intact: ${records} records unchanged`,
  chainBroken: (where: string): string => `BROKEN: records were changed or removed (${where})`,
  chainPlace: (device: string, record: string): string =>
    record === 'the end' ? `${device}, at the end` : `${device}, record ${record}`,
  unwatched: 'Periods without monitoring',
  none: 'None in this period.',
  goesOn: 'ongoing',
  allDevices: 'All devices',
  columns: {
    from: 'From',
    length: 'Length',
    device: 'Device',
    sensor: 'Sensor',
    reason: 'Reason',
    detail: 'Detail',
    serial: 'Serial number',
    unwatched: 'Whole device unmonitored',
    share: 'Share of period',
  },
  devices: 'Devices',
  badRange: 'Please select date before!',
  reading: 'Reading the history of this period. A long period takes a while.',
});
