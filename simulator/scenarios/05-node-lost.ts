import { stateTexts } from '@tocsin/contract/status';
import type { Scenario } from '../src/scenario.ts';

const minute = 60;

/** A node of the T500 is silent for 7 minutes, later for 40: one warning each on the node, none on its sensors. */
export const nodeLost: Scenario = {
  number: 5,
  variant: '',
  title: 'Node lost',
  devices: [{ key: 'mill', type: 'F500', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 62 * minute,
  script: [
    { atS: 0, device: 'mill', action: { do: 'lose-node', node: '12' } },
    { atS: 7 * minute, device: 'mill', action: { do: 'find-node', node: '12' } },
    { atS: 20 * minute, device: 'mill', action: { do: 'lose-node', node: '12' } },
    { atS: 60 * minute, device: 'mill', action: { do: 'find-node', node: '12' } },
  ],
  expected: [
    { atS: 5, withinS: 6, device: 'mill', type: 'warning_on', sensor: '12', content: stateTexts.lostNode },
    { atS: 7 * minute + 5, withinS: 6, device: 'mill', type: 'warning_off', sensor: '12' },
    {
      atS: 20 * minute + 5,
      withinS: 6,
      device: 'mill',
      type: 'warning_on',
      sensor: '12',
      content: stateTexts.lostNode,
    },
    { atS: 60 * minute + 5, withinS: 6, device: 'mill', type: 'warning_off', sensor: '12' },
  ],
  notified: 4,
  mailed: 4,
  toasts: 4,
  mails: 4,
};
