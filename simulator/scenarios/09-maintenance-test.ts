import type { Scenario, Step } from '../src/scenario.ts';

const sensor = '4.4001';
const gun = (atS: number, value: number): Step => ({
  atS,
  device: 'leg',
  action: { do: 'drive', sensor, curve: { kind: 'constant', value } },
});

/** A person tests a bearing sensor with a heat gun while the machine stands. */
export const maintenanceTest: Scenario = {
  number: 9,
  variant: '',
  title: 'Maintenance test',
  devices: [{ key: 'leg', type: '0300', ambientC: 20 }],
  rules: [],
  leadS: 120,
  durationS: 420,
  script: [gun(90, 82), gun(300, 40)],
  persons: [
    { atS: 0, device: 'leg', sensor, does: 'start test' },
    { atS: 310, device: 'leg', sensor, does: 'comment', comment: 'Heat gun, relay tripped' },
  ],
  expected: [
    { atS: 91, withinS: 2, device: 'leg', type: 'alarm_on', sensor, content: 'Absolute', test: true },
    { atS: 301, withinS: 2, device: 'leg', type: 'alarm_off', sensor, test: true },
  ],
  tests: [{ atS: 301, withinS: 15, device: 'leg', sensor, outcome: 'maintanance_succeeded' }],
  // Notified and mailed as tests: pages mark them, and only rules of type maintenance mail them.
  notified: 2,
  mailed: 2,
  toasts: 0,
  // Its start, the alarm, and the clearing with the success.
  mails: 3,
};

/** Nobody acts, and the test fails by itself. */
export const maintenanceTimeout: Scenario = {
  ...maintenanceTest,
  variant: 'b',
  title: 'Maintenance test, nobody acts',
  durationS: 600,
  script: [],
  persons: [{ atS: 0, device: 'leg', sensor, does: 'start test' }],
  expected: [],
  notified: 0,
  mailed: 0,
  // Its start and its failure.
  mails: 2,
  tests: [{ atS: 540, withinS: 5, device: 'leg', sensor, outcome: 'maintenance_failed' }],
};

/** Cancelling while the sensor is in alarm is refused; clearing it ends the test as usual. */
export const maintenanceCancelInAlarm: Scenario = {
  ...maintenanceTest,
  variant: 'c',
  title: 'Maintenance test, cancel while in alarm',
  persons: [
    { atS: 0, device: 'leg', sensor, does: 'start test' },
    { atS: 150, device: 'leg', sensor, does: 'cancel', comment: 'Changed my mind', refused: true },
    { atS: 310, device: 'leg', sensor, does: 'comment', comment: 'Heat gun, relay tripped' },
  ],
};
