import { feedMillNodes, nodePath } from '../src/f500-nodes.ts';
import type { ExpectedEvent, Scenario, Step } from '../src/scenario.ts';

/** Nodes 1 to 14 have 40 bearings; their ambient probes fail over three scans, so each bearing is far above its ambient. */
const nodes = feedMillNodes.slice(0, 14);
const failsAtS = (number: number): number => Math.floor((number - 1) / 5) * 10;
const repairedAtS = 120;

const script: readonly Step[] = nodes.flatMap((node): Step[] => [
  {
    atS: failsAtS(node.number),
    device: 'mill',
    action: { do: 'drive', sensor: nodePath(node, 4), curve: { kind: 'constant', value: -30 } },
  },
  { atS: repairedAtS, device: 'mill', action: { do: 'release', sensor: nodePath(node, 4) } },
]);

const expected: readonly ExpectedEvent[] = nodes.flatMap((node) =>
  [1, 2, 3]
    .filter((place) => node.wired[place - 1])
    .flatMap((place): ExpectedEvent[] => {
      const at = { withinS: 6, device: 'mill', sensor: nodePath(node, place) };
      return [
        { ...at, atS: failsAtS(node.number) + 5, type: 'alarm_on', content: 'Differential' },
        { ...at, atS: repairedAtS + 5, type: 'alarm_off' },
      ];
    }),
);

export const flood: Scenario = {
  number: 12,
  variant: '',
  title: 'Flood',
  devices: [{ key: 'mill', type: 'F500', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 180,
  script,
  expected,
  notified: 80,
  mailed: 80,
  // One that counts up over the three scans, and one for their end.
  toasts: 2,
  // One for each scan, and one for their end.
  mails: 4,
};
