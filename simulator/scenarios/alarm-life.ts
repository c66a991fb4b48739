import { type LifeScenario, nothing } from '../src/alarm-life.ts';
import type { Scenario } from '../src/scenario.ts';

const minute = 60;
const hour = 3_600;
const sensor = '4.4001';

const gun = (atS: number, value: number, device = 'leg'): Scenario['script'][number] => ({
  atS,
  device,
  action: { do: 'drive', sensor, curve: { kind: 'constant', value } },
});
const bench = (title: string, durationS: number, script: Scenario['script']): Scenario => ({
  number: 0,
  variant: '',
  title,
  devices: [{ key: 'leg', type: '0300', ambientC: 20 }],
  rules: [],
  leadS: 120,
  durationS,
  script,
  expected: [],
  notified: 0,
  mailed: 0,
  toasts: 0,
  mails: 0,
});
/** The shelf outlives the process; its end is exact, once, and lets the alarm notify as if it began then. */
const shelvedAcrossRestart: LifeScenario = {
  scenario: bench('Shelved across a restart', 16 * minute, [gun(60, 82), gun(12 * minute, 40)]),
  acts: [
    { atS: 10, does: 'shelve', device: 'leg', sensor, minutes: 10, reason: 'Probe is being replaced' },
    { atS: 3 * minute, does: 'restart' },
    { atS: 14 * minute, does: 'acknowledge', comment: 'Seen' },
  ],
  looks: [
    {
      atS: 120,
      what: 'in alarm, shelved',
      found: { ...nothing, log: 2, active: 1, unacknowledged: 1, shelved: 1, mails: 1 },
    },
    {
      atS: 5 * minute,
      what: 'after the restart',
      found: { ...nothing, log: 2, active: 1, unacknowledged: 1, shelved: 1, mails: 1 },
    },
    {
      atS: 11 * minute,
      what: 'the shelf has ended',
      found: { ...nothing, log: 3, active: 1, unacknowledged: 1, mails: 3 },
    },
    { atS: 13 * minute, what: 'cleared', found: { ...nothing, log: 4, unacknowledged: 1, cleared: 1, mails: 4 } },
    { atS: null, what: 'acknowledged', found: { ...nothing, log: 4, mails: 4 } },
  ],
};

/** An alarm of the night stays unacknowledged until somebody has seen it. */
const clearedAtNight: LifeScenario = {
  scenario: bench('Cleared at night, acknowledged in the morning', 2 * hour, [gun(60, 82), gun(300, 40)]),
  startS: 10 * hour,
  acts: [{ atS: 2 * hour - 60, does: 'acknowledge', comment: 'Seen at 07:00' }],
  looks: [
    { atS: 120, what: 'in alarm', found: { ...nothing, log: 1, active: 1, unacknowledged: 1, mails: 1 } },
    { atS: 400, what: 'cleared', found: { ...nothing, log: 2, unacknowledged: 1, cleared: 1, mails: 2 } },
    {
      atS: 2 * hour - 120,
      what: 'in the morning',
      found: { ...nothing, log: 2, unacknowledged: 1, cleared: 1, mails: 2 },
    },
    { atS: null, what: 'acknowledged', found: { ...nothing, log: 2, mails: 2 } },
  ],
};

/** From 06:00 at the site: the review is due at 06:30, so the managers are reminded at 07:00. */
const outOfService: LifeScenario = {
  scenario: bench('Out of service past its review', 100 * minute, [gun(120, 82), gun(95 * minute, 40)]),
  startS: 11 * hour,
  acts: [
    {
      atS: 10,
      does: 'take out of service',
      device: 'leg',
      sensor,
      reviewS: 30 * minute,
      reason: 'Cable is broken, ordered',
    },
    { atS: 80 * minute, does: 'return to service', device: 'leg', sensor },
  ],
  looks: [
    // Its alarm is stored, not mailed; the log says who took it out of service.
    {
      atS: 10 * minute,
      what: 'in alarm, out of service',
      found: { ...nothing, log: 2, active: 1, unacknowledged: 1, mails: 1 },
    },
    {
      atS: 45 * minute,
      what: 'review is past',
      found: { ...nothing, log: 2, active: 1, unacknowledged: 1, mails: 1 },
    },
    { atS: 70 * minute, what: 'reminded', found: { ...nothing, log: 2, active: 1, unacknowledged: 1, mails: 2 } },
    // The alarm that still stands notifies now, beside the log's row.
    {
      atS: 90 * minute,
      what: 'returned to service',
      found: { ...nothing, log: 3, active: 1, unacknowledged: 1, mails: 4 },
    },
    { atS: null, what: 'cleared', found: { ...nothing, log: 4, unacknowledged: 1, cleared: 1, mails: 5 } },
  ],
};

const twoMachines: LifeScenario = {
  scenario: {
    ...bench('First-out in two machines', 8 * minute, [
      gun(60, 82, 'leg'),
      gun(120, 82, 'drag'),
      gun(300, 40, 'leg'),
      gun(300, 40, 'drag'),
    ]),
    devices: [
      { key: 'leg', type: '0300', ambientC: 20 },
      { key: 'drag', type: '0300', ambientC: 20 },
    ],
  },
  connected: ['leg', 'drag'],
  acts: [{ atS: 6 * minute, does: 'acknowledge', comment: 'Belt slipped' }],
  looks: [
    { atS: 90, what: 'one alarm', found: { ...nothing, log: 1, active: 1, unacknowledged: 1, mails: 1 } },
    {
      atS: 4 * minute,
      what: 'one incident',
      found: { ...nothing, log: 2, active: 2, unacknowledged: 2, incidents: 1, mails: 2 },
    },
    // Both end in frames of their own; one rule gathers what begins or ends at one moment.
    {
      atS: 330,
      what: 'cleared',
      found: { ...nothing, log: 4, unacknowledged: 2, cleared: 2, incidents: 1, mails: 4 },
    },
    { atS: null, what: 'acknowledged', found: { ...nothing, log: 4, incidents: 1, mails: 4 } },
  ],
};

export const newLifeScenarios: readonly LifeScenario[] = [
  shelvedAcrossRestart,
  clearedAtNight,
  outOfService,
  twoMachines,
];

/**
 * A bearing probe keeps its value from the fifteenth day on. It raises nothing: only the nightly scan of the second
 * night and the weekly mail, which comes on every Monday, say so.
 */
export const flatSensor = {
  sensor,
  frozenOnDay: 14,
  looks: [
    { night: 14, what: 'healthy, Sunday', suspected: 0, found: { ...nothing, mails: 2 } },
    { night: 16, what: 'two nights later', suspected: 1, found: { ...nothing, mails: 3 } },
    { night: 22, what: 'after the next Monday', suspected: 1, found: { ...nothing, mails: 4 } },
  ],
} as const;
