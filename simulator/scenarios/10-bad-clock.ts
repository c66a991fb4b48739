import type { Scenario, Step } from '../src/scenario.ts';

const minute = 60;
const sensor = '3.3000';

/** The belt touches for 20 s: an alarm that must notify whatever the clock says. */
const touch = (atS: number): Step[] => [
  { atS, device: 'leg', action: { do: 'drive', sensor, curve: { kind: 'constant', value: 0 } } },
  { atS: atS + 20, device: 'leg', action: { do: 'release', sensor } },
];
const touched = (atS: number) =>
  [
    { atS: atS + 1, withinS: 3, device: 'leg', type: 'alarm_on', sensor, content: 'Misaligned' },
    { atS: atS + 21, withinS: 3, device: 'leg', type: 'alarm_off', sensor },
  ] as const;

/** Two hours ahead at once, then 67 minutes back. */
export const badClock: Scenario = {
  number: 10,
  variant: '',
  title: 'Bad clock',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 20 * minute,
  script: [
    { atS: 0, device: 'leg', action: { do: 'clock', offsetMs: 120 * minute * 1000 } },
    ...touch(5 * minute),
    { atS: 10 * minute, device: 'leg', action: { do: 'clock', offsetMs: 53 * minute * 1000 } },
    ...touch(15 * minute),
  ],
  expected: [
    { atS: 6, withinS: 10, device: 'leg', type: 'device_administration', sensor: null },
    ...touched(5 * minute),
    ...touched(15 * minute),
  ],
  notified: 5,
  mailed: 5,
  toasts: 5,
  mails: 5,
};

const wrongFromTheStart = (variant: string, title: string, clockMs: number): Scenario => ({
  number: 10,
  variant,
  title,
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true, clockMs }],
  rules: [],
  leadS: 120,
  durationS: 180,
  script: touch(60),
  expected: [{ atS: -106, withinS: 14, device: 'leg', type: 'device_administration', sensor: null }, ...touched(60)],
  notified: 3,
  mailed: 3,
  toasts: 3,
  mails: 3,
});

export const slowClock = wrongFromTheStart('b', 'Clock 3 hours slow', -180 * minute * 1000);
export const fastClock = wrongFromTheStart('c', 'Clock 4 minutes fast', 4 * minute * 1000);
