import { loopMa } from '../src/ie-node.ts';
import type { Scenario } from '../src/scenario.ts';

/** The discharge chute blocks, the motor draws more, the belt slows; the operator stops, clears and starts again. */
export const pluggedChute: Scenario = {
  number: 4,
  variant: '',
  title: 'Plugged chute',
  devices: [
    { key: 'leg', type: '0300', ambientC: 20, running: true },
    { key: 'motor', type: '0006', ambientC: 20, running: true },
  ],
  rules: [],
  leadS: 120,
  durationS: 120,
  script: [
    { atS: 0, device: 'leg', action: { do: 'drive', sensor: '5.5000', curve: { kind: 'constant', value: 1 } } },
    {
      atS: 0,
      device: 'leg',
      action: {
        do: 'drive',
        sensor: '1.1001',
        curve: { kind: 'linear', from: 99, to: 84, overS: 12 },
        until: 'stop',
      },
    },
    {
      atS: 0,
      device: 'motor',
      action: {
        do: 'drive',
        sensor: '33.33001',
        curve: { kind: 'linear', from: loopMa(0.6), to: loopMa(0.95), overS: 8 },
        until: 'stop',
      },
    },
    { atS: 15, device: 'leg', action: { do: 'stop' } },
    { atS: 15, device: 'motor', action: { do: 'stop' } },
    { atS: 85, device: 'leg', action: { do: 'release', sensor: '5.5000' } },
    { atS: 90, device: 'leg', action: { do: 'start' } },
    { atS: 90, device: 'motor', action: { do: 'start' } },
  ],
  expected: [
    { atS: 2, withinS: 0.5, device: 'leg', type: 'alarm_on', sensor: '5.5000', content: 'Blocked' },
    { atS: 7.5, withinS: 1, device: 'leg', type: 'alarm_on', sensor: '1.1001', content: 'Underspeed' },
    { atS: 87, withinS: 1, device: 'leg', type: 'alarm_off', sensor: '5.5000' },
    { atS: 95, withinS: 1, device: 'leg', type: 'alarm_off', sensor: '1.1001' },
  ],
  notified: 4,
  mailed: 4,
  toasts: 4,
  mails: 4,
};
