import type { ExpectedEvent, Scenario, ScenarioRule, Step } from '../src/scenario.ts';

const minute = 60;
const bearing = '4.4000';
const other = '4.4001';
const ambient = '4.4004';
const speed = '1.1001';

const hold = (atS: number, value: number, sensor = bearing): Step => ({
  atS,
  device: 'leg',
  action: { do: 'drive', sensor, curve: { kind: 'constant', value } },
});
const ramp = (atS: number, to: number, overS: number): Step => ({
  atS,
  device: 'leg',
  action: { do: 'drive', sensor: bearing, curve: { kind: 'linear', from: 'here', to, overS } },
});
const expect = (type: ExpectedEvent['type'], atS: number, withinS: number, sensor = bearing): ExpectedEvent => ({
  atS,
  withinS,
  device: 'leg',
  type,
  sensor,
});
const rule = (one: Omit<ScenarioRule, 'device' | 'sensor'>, sensor = bearing): ScenarioRule => ({
  device: 'leg',
  sensor,
  ...one,
});

/** A scenario of warning rules. Its e-mails and toasts are not played. */
const ruleScenario = (
  one: Pick<Scenario, 'number' | 'title' | 'rules' | 'leadS' | 'durationS' | 'script' | 'expected'> & {
    readonly variant?: string;
    readonly running?: boolean;
  },
): Scenario => ({
  number: one.number,
  variant: one.variant ?? '',
  title: one.title,
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: one.running ?? true }],
  rules: one.rules,
  leadS: one.leadS,
  durationS: one.durationS,
  script: one.script,
  expected: one.expected,
  notified: one.expected.length,
  mailed: 0,
  toasts: 0,
  mails: 0,
});

/** Twelve short crossings of 65 °C, then one that ends in the device's own alarm. */
const chatter: readonly Step[] = [
  hold(-minute, 60),
  ...Array.from({ length: 12 }, (_, turn) => [hold(60 + 32 * turn, 66), hold(76 + 32 * turn, 64)]).flat(),
  hold(600, 70),
  ramp(660, 84, 30),
  hold(720, 50),
];
/** 80 °C is reached after 21.4 s and debounced by 1 s; at 50 °C it clears after 1 s. */
const alarmOfChatter: readonly ExpectedEvent[] = [
  { ...expect('alarm_on', 682.4, 1.5), content: 'Absolute' },
  expect('alarm_off', 721, 1),
];

const chatterUnadvised = ruleScenario({
  number: 2,
  variant: 'b',
  title: 'Chatter, plain limit',
  rules: [rule({ sign: '>', value: 65, delayS: 0 })],
  leadS: 120,
  durationS: 800,
  script: chatter,
  expected: [
    ...Array.from({ length: 12 }, (_, turn) => [
      expect('warning_on', 61 + 32 * turn, 1.5),
      expect('warning_off', 77 + 32 * turn, 1.5),
    ]).flat(),
    expect('warning_on', 601, 1.5),
    expect('warning_off', 721, 1.5),
    ...alarmOfChatter,
  ],
});

const chatterAdvised = ruleScenario({
  number: 2,
  variant: 'c',
  title: 'Chatter, deadband and delay',
  rules: [rule({ sign: '>', value: 65, delayS: 20, deadband: 2 })],
  leadS: 120,
  durationS: 800,
  script: chatter,
  // Each crossing lasts 16 s and so does the time between two: the counter never reaches 20 s.
  expected: [expect('warning_on', 621, 2.5), expect('warning_off', 741, 3), ...alarmOfChatter],
});

const deadbandAndOffDelay = ruleScenario({
  number: 13,
  title: 'Value with deadband and off-delay',
  rules: [rule({ sign: '>', value: 65, delayS: 30, deadband: 3, offDelayS: 60 })],
  leadS: 120,
  durationS: 10 * minute,
  script: [
    hold(0, 50),
    hold(60, 67),
    // Below the limit, but not by the deadband.
    hold(120, 63.5),
    hold(300, 60),
    // 15 s above the limit give back 15 of the 30 s that have passed of the off-delay.
    hold(330, 66),
    hold(345, 60),
  ],
  expected: [expect('warning_on', 91, 3), expect('warning_off', 391, 4)],
});

const rise = ruleScenario({
  number: 14,
  title: 'Rise',
  rules: [rule({ sign: '>', value: 2, delayS: 0, kind: 'rise', windowS: 300, deadband: 0.5 })],
  leadS: 420,
  durationS: 25 * minute,
  script: [
    hold(-420, 45),
    // 3 °C a minute for 8 minutes: over 5 minutes more than 2 after 200 s, at most 1.5 again 150 s after its end.
    ramp(0, 69, 480),
    // 1 °C a minute is no warning.
    ramp(900, 75, 360),
  ],
  expected: [expect('warning_on', 200, 12), expect('warning_off', 630, 12)],
});

const difference = ruleScenario({
  number: 15,
  title: 'Difference to ambient',
  rules: [rule({ sign: '>', value: 30, delayS: 300, kind: 'difference', reference: ambient })],
  leadS: 120,
  durationS: 20 * minute,
  script: [
    hold(-120, 45),
    hold(60, 52),
    // The bearing is as hot as before; the day has become warmer.
    { atS: 600, device: 'leg', action: { do: 'ambient', celsius: 28 } },
  ],
  expected: [expect('warning_on', 361, 3), expect('warning_off', 901, 3)],
});

const flat = ruleScenario({
  number: 16,
  title: 'Flat',
  rules: [rule({ sign: '<', value: 0.05, delayS: 0, kind: 'flat', windowS: 600 }, other)],
  leadS: 700,
  durationS: 20 * minute,
  script: [
    { atS: 0, device: 'leg', action: { do: 'freeze', sensor: other } },
    { atS: 900, device: 'leg', action: { do: 'honest', sensor: other } },
  ],
  expected: [expect('warning_on', 606, 12, other), expect('warning_off', 904, 6, other)],
});

const onlyWhile = ruleScenario({
  number: 17,
  title: 'Only while running for 10 min',
  running: false,
  rules: [
    rule({ sign: '>', value: 30, delayS: 60, onlyWhile: { sensor: speed, sign: '>', value: 50, forS: 600 } }, other),
  ],
  leadS: 120,
  durationS: 28 * minute,
  script: [
    hold(-120, 45, other),
    { atS: 0, device: 'leg', action: { do: 'start' } },
    // A stopped leg keeps its warning until the bearing has cooled down.
    { atS: 900, device: 'leg', action: { do: 'stop' } },
    hold(1_000, 25, other),
    // Hot again: the machine stands, then it has run for less than 10 minutes.
    hold(1_100, 45, other),
    { atS: 1_200, device: 'leg', action: { do: 'start' } },
  ],
  expected: [expect('warning_on', 662, 4, other), expect('warning_off', 1_061, 3, other)],
});

const referenceMissing = ruleScenario({
  number: 18,
  title: 'Reference missing',
  rules: [rule({ sign: '>', value: 10, delayS: 60, kind: 'difference', reference: other })],
  leadS: 120,
  durationS: 12 * minute,
  script: [
    hold(-120, 45),
    hold(-120, 45, other),
    { atS: 0, device: 'leg', action: { do: 'hide', sensor: other } },
    // Without the reference there is no difference: the warning does not begin.
    hold(60, 60),
    { atS: 300, device: 'leg', action: { do: 'honest', sensor: other } },
    { atS: 420, device: 'leg', action: { do: 'hide', sensor: other } },
    // Nor does it end.
    hold(480, 45),
    { atS: 600, device: 'leg', action: { do: 'honest', sensor: other } },
  ],
  expected: [
    expect('sensor_disappeared', 5, 2.5, other),
    expect('warning_on', 361, 3),
    expect('sensor_disappeared', 425, 2.5, other),
    expect('warning_off', 661, 3),
  ],
});

/** Every kind of warning rule, and chatter with and without the setting that silences it. */
export const ruleScenarios: readonly Scenario[] = [
  chatterUnadvised,
  chatterAdvised,
  deadbandAndOffDelay,
  rise,
  difference,
  flat,
  onlyWhile,
  referenceMissing,
];
