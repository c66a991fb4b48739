// @vitest-environment happy-dom
import type { Evidence, ProtectionEntry } from '@tocsin/contract/protection';
import { texts as hoursTexts } from '@tocsin/contract/texts/protection-hours';
import { describe, expect, test } from 'vitest';
import { needText } from '../../domain/protection-count.ts';
import {
  assignableOf,
  countsOf,
  evidenceLines,
  restText,
  sectionsOf,
  shownKinds,
  sinceText,
  timeBarOf,
  titleOf,
  untilText,
} from './model.ts';

const now = Date.UTC(2026, 10, 22, 9, 14);
const entry = (over: Partial<ProtectionEntry> = {}): ProtectionEntry => ({
  key: 'overdue:7.4.4000',
  kind: 'overdue',
  site_id: 1,
  site: 'Limon Feed Mill',
  timezone: 'America/Denver',
  device_id: 7,
  device: 'Leg 5',
  sensor_id: '4.4000',
  sensor: 'Tail bearing right',
  sensors: 1,
  since: '2026-11-20T09:00:00.000Z',
  since_is_exact: true,
  why: '',
  who: null,
  period_from: '2026-11-10T09:00:00.000Z',
  until: '2026-11-20T09:00:00.000Z',
  is_overdue: true,
  todo: '',
  suspicion: null,
  shelf_id: null,
  ...over,
});

describe('an entry', () => {
  test('is named by device and sensor, or by what it covers', () => {
    expect(titleOf(entry())).toBe('Leg 5, Tail bearing right');
    expect(titleOf(entry({ sensor: null, sensors: 6 }))).toBe('Leg 5 (6 sensors)');
    expect(titleOf(entry({ device: null, sensor: null, sensors: 40 }))).toBe('Whole site (40 sensors)');
  });
  test('says since when, and that it may have begun earlier', () => {
    expect(sinceText(entry({ since: null }), now)).toBeNull();
    expect(sinceText(entry({ since_is_exact: false }), now)).toMatch(/^since .* or earlier$/);
  });
  test('says how long its date is over', () => {
    expect(untilText(entry(), now)).toMatchObject({ note: '2 days over' });
    expect(untilText(entry({ kind: 'suspected_dead', until: null }), now).text).toBe('until tested');
    expect(untilText(entry({ kind: 'offline', until: null }), now).text).toBe('until it reports');
    expect(untilText(entry({ kind: 'shelved', until: '2026-11-23T08:00:00.000Z' }), now)).toEqual({
      text: 'Mon 23 Nov 01:00',
      note: '22 h 46 min left',
    });
  });
});

test('an owner can be assigned by users who may edit the device', () => {
  const suspect = entry({ kind: 'suspected_dead', permissions: ['device.see', 'device.open', 'device.edit'] });
  expect(assignableOf(suspect)?.kind).toBe('suspected_dead');
  expect(assignableOf({ ...suspect, kind: 'shelved' })).toBeNull();
  expect(assignableOf({ ...suspect, device_id: null })).toBeNull();
  expect(assignableOf({ ...suspect, permissions: ['device.see'] })).toBeNull();
});

describe('the bar of an entry', () => {
  const day = (text: string): string => `${text}T09:14:00.000Z`;
  test('runs to the date, in proportion', () => {
    const shelf = entry({ kind: 'shelved', period_from: day('2026-11-18'), until: day('2026-11-26') });
    expect(timeBarOf(shelf, now)).toEqual({ past: 50, over: 0, from: '18 Nov', to: '26 Nov' });
  });
  test('extends beyond a date that has passed, and shows the year if it is not this one', () => {
    const overdue = entry({ period_from: day('2025-12-22'), until: day('2026-08-24') });
    const bar = timeBarOf(overdue, now);
    expect(bar).toMatchObject({ from: '22 Dec 2025', to: '90 d over' });
    expect(bar?.past).toBeCloseTo((100 * 245) / 335);
    expect(bar?.over).toBeCloseTo((100 * 90) / 335);
  });
  test('extends to now without an end date', () => {
    const disabled = entry({ kind: 'disabled', since: day('2026-01-14'), period_from: null, until: null });
    expect(timeBarOf(disabled, now)).toEqual({ past: 100, over: 0, from: '14 Jan', to: 'now' });
    expect(timeBarOf({ ...disabled, since_is_exact: false }, now)?.from).toBe('14 Jan or earlier');
  });
  test('shows times if it is shorter than a day, and is left out without a known beginning', () => {
    const offline = entry({ kind: 'offline', since: '2026-11-22T09:08:00.000Z', period_from: null, until: null });
    expect(timeBarOf(offline, now)?.from).toBe('02:08');
    expect(timeBarOf({ ...offline, since: null }, now)).toBeNull();
  });
});

test('entries of one kind share a section', () => {
  const rows = [entry({ kind: 'offline' }), entry(), entry()];
  expect(sectionsOf(rows).map(({ kind, entries }) => [kind, entries.length])).toEqual([
    ['offline', 1],
    ['overdue', 2],
  ]);
  expect(shownKinds({ by_kind: { overdue: 2, offline: 0, disabled: 1 }, by_design: { disabled: 1 } })).toEqual([
    ['overdue', 2],
  ]);
});

test('a sensor with two reasons needs somebody once', () => {
  const site = { id: 1, title: 'North', count: 3, needs_somebody: 2 };
  const list = { by_kind: { shelved: 1, overdue: 2 }, by_site: [site] };
  expect(needText(countsOf(list))).toBe('2 need somebody, for 3 reasons');
  expect(needText(countsOf({ ...list, by_kind: { overdue: 2 } }))).toBe('2 need somebody');
  const sites = [site, { id: 2, title: 'South', count: 4, needs_somebody: 1 }, { id: 3, title: 'West', count: 0 }];
  expect(needText(countsOf({ by_kind: { overdue: 3 }, by_site: sites }))).toBe(
    '3 need somebody: 2 at North, 1 at South',
  );
});

test('hours that are protected and not proved are said so, and never that nothing is missing', () => {
  const hours = (running: number, kept: number, proved: number) => restText({ running, protected: kept, proved });
  expect(hours(19_050, 19_050, 0)).toBe('317.5 h protected, never proved');
  expect(hours(19_050, 600, 300)).toBe('5 h protected, never proved');
  expect(hours(600, 600, 600)).toBe('Nothing: every running hour was protected');
  expect(hours(600, 300, 300)).toBeNull();
  expect(hours(0, 0, 0)).toBe('Did not run');
});

test('the sentence of a month says how many of its hours were protected', () => {
  expect(hoursTexts.of('609.9', '1,263.5')).toBe(
    'In 609.9 of 1,263.5 running hours every required sensor could have warned somebody',
  );
});

describe('the graph of an evidence', () => {
  const evidence: Evidence = {
    kind: 'flat',
    unit: 'C',
    value: 5,
    amount: 24,
    starts: 0,
    neighbours: [],
    graph: { from: 0, own: [5, null, 5], others: [{ name: 'a', values: [0, 10, 20] }], starts: [3_600_000] },
  };
  test('leaves a gap where there was no value', () => {
    expect(evidenceLines(evidence).own.match(/M/g)).toHaveLength(2);
  });
  test('shares one axis between the sensor and its neighbours, and marks starts', () => {
    const { others, starts } = evidenceLines(evidence);
    expect(others[0]).toBe('M0.00 96.00L50.00 50.00L100.00 4.00');
    expect(starts).toEqual([50]);
  });
  test('draws a single constant line in the middle', () => {
    const alone = { ...evidence, graph: { ...evidence.graph, own: [5, 5, 5], others: [] } };
    expect(evidenceLines(alone).own).toBe('M0.00 50.00L50.00 50.00L100.00 50.00');
  });
});
