import { describe, expect, it } from 'vitest';
import { type HourFacts, minutesOf } from './definition.ts';
import { type Mask, mark, noMinute } from './mask.ts';
import type { HourSignal, Missing } from './signal.ts';

const t0 = Date.UTC(2026, 9, 8, 10);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (n: number): number => t0 + n * minute;
const span = (from: number, to: number): Mask => {
  const mask = noMinute();
  mark(mask, t0, at(from), at(to));
  return mask;
};

const running = noMinute().fill(1);
const signal = (over: Partial<HourSignal> = {}): HourSignal => ({
  running,
  unknown: noMinute(),
  offline: noMinute(),
  missing: new Map(),
  ...over,
});
const seen = { from: t0 - hour, until: at(60), isSuspended: false, isReached: true, others: [] };
const facts = (over: Partial<HourFacts> = {}): HourFacts => ({
  t0,
  counts: { from: t0 - day, to: Number.POSITIVE_INFINITY },
  required: ['4.4000', '4.4001'],
  shelves: [],
  outOfService: [],
  suspicions: [],
  passed: [],
  untestable: new Set(),
  addedAt: t0 - day,
  intervalMs: 365 * day,
  tests: [],
  facts: [seen],
  ...over,
});
const without = (over: Partial<Missing>): Missing => ({
  value: noMinute(),
  disabled: noMinute(),
  scan: noMinute(),
  ...over,
});
const sum = (quarters: readonly number[]): number => quarters.reduce((total, n) => total + n, 0);
const causesOf = (of: Partial<HourSignal>, over: Partial<HourFacts> = {}): Record<string, number> =>
  Object.fromEntries(
    minutesOf(signal(of), facts(over)).causes.map(({ cause, path, quarters }) => [
      `${cause} ${path}`.trim(),
      sum(quarters),
    ]),
  );

describe('a running minute is not protected', () => {
  it.each<[string, Partial<HourSignal>, Partial<HourFacts>, Record<string, number>]>([
    ['while it is unknown whether the machine ran', { running: noMinute(), unknown: span(0, 5) }, {}, { no_data: 5 }],
    ['while the device is offline', { offline: span(50, 60) }, {}, { offline: 10 }],
    ['while it is suspended', {}, { facts: [{ ...seen, isSuspended: true }] }, { suspended: 60 }],
    [
      'while its site or it is out of service',
      {},
      { outOfService: [{ path: null, from: at(10), to: null }] },
      { out_of_service: 50 },
    ],
    ['when nothing is required', {}, { required: [] }, { nothing_required: 60 }],
    [
      'without a fresh value of a required sensor',
      { missing: new Map([['4.4001', without({ value: span(3, 4) })]]) },
      {},
      { 'no_value 4.4001': 1 },
    ],
    [
      'while a sensor is shelved',
      {},
      { shelves: [{ path: '4.4000', from: at(1) + 1, to: at(2) + 1 }] },
      { 'shelved 4.4000': 2 },
    ],
    ['while its node is shelved', {}, { shelves: [{ path: '4', from: at(1), to: at(2) }] }, { 'shelved 4.4000': 1 }],
    ['while its device is shelved', {}, { shelves: [{ path: null, from: at(1), to: at(2) }] }, { 'shelved 4.4000': 1 }],
    [
      'while a sensor is out of service',
      {},
      { outOfService: [{ path: '4.4001', from: at(0), to: at(6) }] },
      { 'out_of_service 4.4001': 6 },
    ],
    [
      'while a sensor is disabled',
      { missing: new Map([['4.4000', without({ disabled: span(0, 2) })]]) },
      {},
      { 'disabled 4.4000': 2 },
    ],
    [
      'while a sensor is not scanned',
      { missing: new Map([['4.4000', without({ scan: span(0, 2) })]]) },
      {},
      { 'not_scanned 4.4000': 2 },
    ],
    [
      'while a sensor is suspected dead',
      {},
      { suspicions: [{ path: '4.4001', spans: [{ from: at(20), to: null }] }] },
      { 'suspected_dead 4.4001': 40 },
    ],
    [
      'while a proof test is overdue, until it passes',
      {},
      {
        passed: [
          { path: '4.4000', at: at(10) - 365 * day },
          { path: '4.4000', at: at(15) },
        ],
      },
      { 'overdue 4.4000': 5 },
    ],
    [
      'when a sensor was never tested within the interval',
      {},
      { addedAt: at(30) - 365 * day },
      { 'overdue 4.4000': 30 },
    ],
    ['when an alarm would reach nobody', {}, { facts: [{ ...seen, isReached: false }] }, { 'not_reached 4.4000': 60 }],
    [
      'when an alarm of one sensor would reach nobody',
      {},
      { facts: [{ ...seen, others: ['4.4001'] }] },
      { 'not_reached 4.4001': 60 },
    ],
    ['when nobody looked who would be reached', {}, { facts: [] }, { 'not_reached 4.4000': 60 }],
    [
      'after two missed looks, until the next one',
      {},
      {
        facts: [
          { ...seen, until: at(0) },
          { ...seen, from: at(5), until: at(60) },
        ],
      },
      { 'not_reached 4.4000': 3 },
    ],
    [
      'while a sensor is in a test',
      {},
      { tests: [{ path: '4.4001', from: at(1), to: at(4) }] },
      { 'not_reached 4.4001': 3 },
    ],
  ])('%s', (_, of, over, expected) => {
    expect(causesOf(of, over)).toEqual(expected);
  });
});

it('lets the first cause in the order own a minute', () => {
  const missing = new Map([['4.4001', without({ value: span(0, 30), disabled: span(0, 60) })]]);
  expect(
    causesOf({ offline: span(0, 10), missing }, { shelves: [{ path: '4.4000', from: at(20), to: at(40) }] }),
  ).toEqual({
    offline: 10,
    'no_value 4.4001': 20,
    'shelved 4.4000': 10,
    'disabled 4.4001': 20,
  });
});

it('counts no minute in which the machine stood', () => {
  const { running: runs, protected: kept } = minutesOf(
    signal({ running: span(0, 20), offline: span(15, 60) }),
    facts(),
  );
  expect([runs, kept]).toEqual([
    [15, 5, 0, 0],
    [15, 0, 0, 0],
  ]);
});

it('counts whole minutes from the first frame until the removal', () => {
  const { running: runs } = minutesOf(signal(), facts({ counts: { from: at(10) + 1, to: at(40) + 59_000 } }));
  expect(sum(runs)).toBe(29);
});

it('counts an untestable sensor as never overdue', () => {
  expect(causesOf({}, { addedAt: 0, untestable: new Set(['4.4000', '4.4001']) })).toEqual({});
});

it('adds up: running minutes are protected or have one cause', () => {
  const {
    running: runs,
    protected: kept,
    causes,
  } = minutesOf(
    signal({ offline: span(3, 17), unknown: span(17, 19) }),
    facts({ shelves: [{ path: null, from: at(12), to: at(44) }] }),
  );
  expect(sum(runs)).toBe(sum(kept) + sum(causes.flatMap(({ quarters }) => quarters)));
});
