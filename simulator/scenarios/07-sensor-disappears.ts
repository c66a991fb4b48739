import type { Scenario } from '../src/scenario.ts';

/** A sensor of the expansion card is missing for a minute and comes back without an announcement. */
export const sensorDisappears: Scenario = {
  number: 7,
  variant: '',
  title: 'Sensor disappears',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 120,
  script: [
    { atS: 0, device: 'leg', action: { do: 'hide', sensor: '7.7002' } },
    { atS: 60, device: 'leg', action: { do: 'honest', sensor: '7.7002' } },
  ],
  expected: [{ atS: 5, withinS: 2.5, device: 'leg', type: 'sensor_disappeared', sensor: '7.7002' }],
  notified: 1,
  // No e-mail rule has this type.
  mailed: 0,
  toasts: 1,
  mails: 0,
};
