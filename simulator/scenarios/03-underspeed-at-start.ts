import type { Scenario } from '../src/scenario.ts';

/** A slow start: below 90 % when the start delay is over, healthy soon after. */
export const underspeedAtStart: Scenario = {
  number: 3,
  variant: '',
  title: 'Underspeed at start',
  devices: [{ key: 'leg', type: '0300', ambientC: 20 }],
  rules: [],
  leadS: 120,
  durationS: 60,
  script: [{ atS: 0, device: 'leg', action: { do: 'start', tauS: 3 } }],
  expected: [
    { atS: 5, withinS: 0.5, device: 'leg', type: 'alarm_on', sensor: '1.1001', content: 'Underspeed' },
    { atS: 6.9, withinS: 0.5, device: 'leg', type: 'alarm_off', sensor: '1.1001' },
  ],
  notified: 2,
  mailed: 2,
  // The alarm ends within the toast's four seconds: it counts up.
  toasts: 1,
  mails: 2,
};

/** A choked boot: 56.5 % when the start delay is over, the device stops the machine and locks it out. */
export const chokedAtStart: Scenario = {
  number: 3,
  variant: 'b',
  title: 'Underspeed at start, choked',
  devices: [{ key: 'leg', type: '0300', ambientC: 20 }],
  rules: [],
  leadS: 120,
  durationS: 120,
  script: [
    { atS: 0, device: 'leg', action: { do: 'start', tauS: 6 } },
    // Locked out: this start must have no effect.
    { atS: 15, device: 'leg', action: { do: 'start' } },
    { atS: 60, device: 'leg', action: { do: 'reset' } },
    { atS: 90, device: 'leg', action: { do: 'start' } },
  ],
  expected: [
    { atS: 5, withinS: 0.5, device: 'leg', type: 'alarm_on', sensor: '1.1001', content: 'Severe underspeed' },
    { atS: 5, withinS: 0.5, device: 'leg', type: 'alarm_on', sensor: '18.18000', content: 'Stopped: no acceleration' },
    { atS: 60, withinS: 2.5, device: 'leg', type: 'alarm_off', sensor: '1.1001' },
    { atS: 60, withinS: 2.5, device: 'leg', type: 'alarm_off', sensor: '18.18000' },
  ],
  notified: 4,
  mailed: 4,
  toasts: 2,
  mails: 2,
};
