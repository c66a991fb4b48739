import type { Scenario } from '../src/scenario.ts';

const minute = 60;

/** The left head bearing runs hot over 40 minutes, the machine is stopped by the device, cools down and is reset. */
export const bearingHeats: Scenario = {
  number: 1,
  variant: '',
  title: 'Bearing heats 40 min',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [{ device: 'leg', sensor: '4.4000', sign: '>', value: 65, delayS: 60 }],
  leadS: 120,
  durationS: 78 * minute,
  script: [
    {
      atS: 0,
      device: 'leg',
      action: {
        do: 'drive',
        sensor: '4.4000',
        curve: { kind: 'growth', base: 45, gain: 4.25, tauS: 18 * minute },
        until: 'stop',
      },
    },
    { atS: 76 * minute, device: 'leg', action: { do: 'reset' } },
  ],
  expected: [
    { atS: 32.3 * minute, withinS: 15, device: 'leg', type: 'warning_on', sensor: '4.4000' },
    { atS: 40 * minute, withinS: 10, device: 'leg', type: 'alarm_on', sensor: '4.4000', content: 'Absolute' },
    {
      atS: 43 * minute,
      withinS: 10,
      device: 'leg',
      type: 'alarm_on',
      sensor: '18.18000',
      content: 'Stopped: persistent alarm',
    },
    { atS: 53.9 * minute, withinS: 30, device: 'leg', type: 'alarm_off', sensor: '4.4000' },
    { atS: 74 * minute, withinS: 60, device: 'leg', type: 'warning_off', sensor: '4.4000' },
    { atS: 76 * minute, withinS: 5, device: 'leg', type: 'alarm_off', sensor: '18.18000' },
  ],
  notified: 6,
  mailed: 6,
  toasts: 6,
  mails: 6,
};
