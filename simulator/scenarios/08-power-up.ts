import type { Scenario } from '../src/scenario.ts';

/** Off and on again: 12 s of silence, boot + 1, seq and uptime from 0. */
export const powerUp: Scenario = {
  number: 8,
  variant: '',
  title: 'Power up',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 120,
  script: [
    { atS: 0, device: 'leg', action: { do: 'power-cycle', initS: 12 } },
    { atS: 40, device: 'leg', action: { do: 'start' } },
  ],
  expected: [{ atS: 12, withinS: 2, device: 'leg', type: 'power_up', sensor: null }],
  notified: 1,
  mailed: 1,
  toasts: 1,
  mails: 1,
};
