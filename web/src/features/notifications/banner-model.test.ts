import type { Incident } from '@tocsin/contract/incidents';
import { expect, test } from 'vitest';
import {
  acknowledgedText,
  advisedOf,
  byEmailOnly,
  countdownText,
  incidentsByDevice,
  leadOf,
  namedPieces,
  nextStepMs,
  openEventsOf,
  respondBy,
  uncoveredSince,
  worstFirst,
} from '../../domain/incident-story.ts';
import { incidentOf } from '../../domain/testing/incidents.ts';
import { row } from '../../domain/testing/rows.ts';
import { bannerOf } from './banner-model.ts';

const now = Date.UTC(2026, 10, 20, 12, 30);
const acknowledged = { by: 'Sam Ortega', at: '2026-11-20T12:10:00.000Z', comment: '' };
const cleared = { is_active: false, duration: 120 };
const stop = (id: number, over = {}) =>
  row(id, {
    sensor_name: 'System state',
    sensor_id: '18000',
    content: 'Stopped: persistent alarm',
    value: null,
    ...over,
  });
const limon = { location_id: 2, location: 'Limon Feed Mill', device: 'Pellet line', device_id: 9 };

const listOf = (...results: Incident[]) => {
  const sum = (of: (one: Incident) => number): number => results.reduce((total, one) => total + of(one), 0);
  return {
    results,
    totals: {
      alarms: sum(({ counts }) => counts.alarms),
      warnings: sum(({ counts }) => counts.warnings),
      shelved: sum(({ counts }) => counts.shelved),
      cleared: sum(({ events }) => events.filter((one) => !one.is_active).length),
      sites: new Set(results.filter((one) => one.counts.alarms + one.counts.warnings > 0).map(({ site }) => site.id))
        .size,
    },
  };
};
const shown = (...results: Incident[]) => bannerOf(listOf(...results), now);

test('nothing open is no banner', () => {
  expect(shown()).toBeNull();
});

test('the first page begins with what the banner tells, whatever the order of the list', () => {
  const warning = incidentOf([row(1, { event_type: 'warning_on', priority: 'critical' })]);
  const known = incidentOf([row(2, { acknowledged })]);
  const alarm = incidentOf([row(3)]);
  const order = worstFirst([warning, known, alarm], now);
  expect(order.map(({ incident }) => incident)).toEqual([alarm, known, warning]);
  expect(shown(warning, known, alarm)?.incident).toBe(order[0]?.incident);
});

test('the order is one: what stands by priority, of equal ones what heats, then what cleared and heats again', () => {
  const heating = (id: number, value: number, over = {}) => {
    const incident = incidentOf([row(id, over)]);
    const recent = { value: value - 20, at: now - 60_000 };
    const present = { sensor: 'Head bearing left', full_sensor_id: '7.4.4000', device: 'Leg 1', unit: 'C' };
    const of = { ...present, value, at: now, is_old: false, is_online: true, before: null, recent };
    return { ...incident, facts: { ...incident.facts, present: of } };
  };
  const minor = incidentOf([row(1)]);
  const low = {
    ...minor,
    facts: { ...minor.facts, events: minor.facts.events.map((one) => ({ ...one, priority: 3 })) },
  };
  const belt = incidentOf([row(2)]);
  const bearing = heating(3, 96);
  const over = incidentOf([row(4, cleared)]);
  const again = heating(5, 68, cleared);
  const order = worstFirst([low, over, belt, again, bearing], now).map(({ incident }) => incident.id);
  expect(order).toEqual([3, 2, 1, 5, 4]);
});

test('one alarm is told without a first', () => {
  expect(shown(incidentOf([row(1)]))).toMatchObject({
    kind: 'alarm',
    count: '1 alarm',
    warnings: '',
    isAlone: true,
    name: 'Leg 1, Head bearing left',
    value: '84.6 °C',
    says: expect.stringMatching(/^alarm since \d\d:\d\d CST \(\d+ min\)$/),
    rest: [],
  });
});

test('the value now leads, and the value at the start stands behind it', () => {
  const incident = incidentOf([row(1)]);
  const before = { value: 84, at: now - 300_000 };
  const present = {
    sensor: 'Head bearing left',
    full_sensor_id: '7.4.4000',
    device: 'Leg 1',
    unit: 'C',
    value: 96.2,
    at: now,
    is_old: false,
    is_online: true,
    before,
  };
  const of = (over: object) => shown({ ...incident, facts: { ...incident.facts, present: { ...present, ...over } } });
  expect(of({})).toMatchObject({
    value: '96.2 °C, rising',
    says: expect.stringMatching(/^alarm since [^,]*$/),
    rest: ['Began at 84.6 °C'],
  });
  expect(of({ is_old: true })).toMatchObject({ value: '84.6 °C', rest: [expect.stringContaining('last 96.2 °C')] });
  // Another group of the device has a sensor of this name.
  expect(of({ full_sensor_id: '7.5.4000' })).toMatchObject({ value: '84.6 °C' });
  const groups = incidentOf([row(1), row(2, { full_sensor_id: '7.5.4000' })]);
  const followed = { ...groups, facts: { ...groups.facts, present: { ...present, full_sensor_id: '7.5.4000' } } };
  expect(incidentsByDevice([followed]).get(7)?.path).toBe('5.4000');
});

test('what was first stays named after it cleared, while the stop is active', () => {
  const facts = shown(incidentOf([row(1, cleared), stop(2, { acknowledged })]));
  expect(facts).toMatchObject({
    kind: 'alarm',
    count: '1 alarm',
    name: 'Leg 1 stopped itself',
    says: expect.stringMatching(/^alarm since \d\d:\d\d CST/),
    rest: [
      'Sam Ortega acknowledged the stop, nobody Head bearing left',
      expect.stringMatching(/^First: Head bearing left, 84\.6 °C, cleared/),
    ],
  });
});

test('an acknowledgement does not cover what began after it', () => {
  const date_created = '2026-11-20T12:21:00.000Z';
  const later = stop(3, { date_created });
  const facts = shown(incidentOf([row(1, { acknowledged }), later]));
  expect(facts?.rest.join()).not.toContain('cknowledged by');
  expect(facts && acknowledgedText(facts.incident)).toBe('Sam Ortega acknowledged Head bearing left, nobody the stop');
  const again = row(4, { date_created });
  expect(acknowledgedText(incidentOf([row(1, { acknowledged }), again]))).toBeNull();
  // Nor a warning that needs none and stands, of another machine of the incident.
  const warning = row(5, { date_created, event_type: 'warning_on', needs_acknowledgement: false, device: 'Leg 2' });
  const given = row(1, { acknowledged, ...cleared });
  expect(acknowledgedText(incidentOf([given, warning]))).toBeNull();
  expect(acknowledgedText(incidentOf([given, { ...warning, ...cleared }]))).toBe('acknowledged by Sam Ortega');
  // Nor an alarm of the same sensor that stood at the time, and that was not chosen.
  const other = row(6, { date_created: '2026-11-20T12:09:00.000Z' });
  expect(acknowledgedText(incidentOf([given, other]))).toBeNull();
  expect(uncoveredSince(incidentOf([given, other]))).toBe(Date.parse(other.date_created));
  const both = shown(incidentOf([row(1, { acknowledged }), stop(3, { date_created, acknowledged })]));
  expect(both && acknowledgedText(both.incident)).toBe('acknowledged by Sam Ortega');
});

test('two incidents at two sites are told each by itself, and nothing of one is first of the other', () => {
  const facts = shown(incidentOf([row(1, cleared), stop(2)]), incidentOf([row(3, limon)]));
  expect(facts).toMatchObject({
    count: '2 alarms at 2 sites',
    isAlone: false,
    name: 'Leg 1 stopped itself at Hutchinson Elevator',
    rest: [expect.stringMatching(/^Pellet line, Head bearing left at Limon Feed Mill, 84\.6 °C, alarm since/)],
  });
});

test('a count says what it counts and where: one alarm here, two warnings there', () => {
  const warnings = [row(5, { ...limon, event_type: 'warning_on' }), row(6, { ...limon, event_type: 'warning_on' })];
  expect(shown(incidentOf([row(1)]), incidentOf(warnings))).toMatchObject({
    kind: 'alarm',
    count: '1 alarm at Hutchinson Elevator',
    warnings: '2 warnings at Limon Feed Mill',
  });
});

test('only warnings, only cleared ones and only shelved ones have their own look', () => {
  const warning = incidentOf([row(1, { event_type: 'warning_on' })]);
  const over = incidentOf([row(2, cleared)]);
  const held = incidentOf([row(3, { is_shelved: true })]);
  expect(shown(warning, over, held)).toMatchObject({ kind: 'warning', count: '1 warning' });
  expect(shown(over, held)).toMatchObject({ kind: 'cleared', count: '1 cleared, not acknowledged' });
  expect(shown(held)).toMatchObject({ kind: 'shelved', count: '1 shelved' });
});

test('an outage alone never makes the banner red or amber', () => {
  expect(shown(incidentOf([row(1, cleared), row(2, { event_type: 'device_offline' })]))?.kind).toBe('cleared');
});

test('what nobody acknowledged is told before what somebody has in hand', () => {
  const known = incidentOf([row(1, { acknowledged })]);
  const open = incidentOf([row(2, { device: 'Leg 2' })]);
  expect(shown(known, open)?.incident.id).toBe(2);
});

test('the events to acknowledge begin with the first one, and a test is none', () => {
  const incident = incidentOf([row(1, cleared), stop(2), row(3, { test: true }), row(4, { acknowledged })]);
  expect(openEventsOf({ ...incident, first: 2 }).map(({ id }) => id)).toEqual([2, 1]);
  expect(leadOf(incident)?.id).toBe(1);
  expect(advisedOf(incidentOf([row(9, { sensor_id: null }), row(1)]))?.id).toBe(1);
});

test('it is opened at and advised by what stands now, not by what cleared at another machine', () => {
  const incident = incidentOf([row(1, cleared), row(2, { device: 'Receiving pit', device_id: 9 })]);
  expect([leadOf(incident)?.id, advisedOf(incident)?.id]).toEqual([2, 2]);
  const advised = incidentOf([row(1), stop(2)]);
  expect(advisedOf({ ...advised, facts: { ...advised.facts, advised: 1 } })?.id).toBe(1);
});

test('the time to respond counts from the newest active event that has one', () => {
  const incident = incidentOf([
    row(1, { respond_within_minutes: 5, ...cleared }),
    stop(2, { respond_within_minutes: 10 }),
  ]);
  expect(respondBy(incident)).toMatchObject({ minutes: 10, from: Date.UTC(2026, 10, 20, 12, 2) });
  expect(respondBy(incidentOf([row(1)]))).toBeNull();
});

test('a countdown is minutes and seconds, and never negative', () => {
  expect([100_000, 3_723_000, 900, -5].map(countdownText)).toEqual(['1:40', '1:02:03', '0:00', '0:00']);
});

test('names are found in a text, the longest first', () => {
  const { facts } = incidentOf([row(1, { device: 'Leg 1', sensor_name: 'Leg 1 head' })]);
  expect(namedPieces('First: Leg 1 head of Leg 1', facts.events)).toEqual([
    { text: 'First: ', isName: false },
    { text: 'Leg 1 head', isName: true },
    { text: ' of ', isName: false },
    { text: 'Leg 1', isName: true },
  ]);
});

test('an alarm that people were notified of by e-mail only is no news, until one of them is reached otherwise', () => {
  const person = (name: string, over = {}) => ({
    name,
    state: 'delivered' as const,
    at: '2026-11-20T12:01:00.000Z',
    methods: ['email' as const],
    comment: null,
    ...over,
  });
  const mailed = (people: ReturnType<typeof person>[], over = {}) => [
    ...byEmailOnly(incidentOf([row(1, { event_type: 'alarm_on', is_active: true, ...over })], { who_knows: people })),
  ];
  const failed = person('Petra Lind', { state: 'failed', methods: ['sms'] });
  expect(mailed([person('Dale Novak'), failed])).toEqual(['Dale Novak']);
  expect(mailed([person('Dale Novak'), person('Sam Ortega', { methods: ['push'] })])).toEqual([]);
  expect(mailed([person('Dale Novak', { state: 'opened' })])).toEqual([]);
  expect(mailed([person('Dale Novak'), person('Sam Ortega', { state: 'acknowledged', methods: [] })])).toEqual([]);
  expect(mailed([person('Dale Novak')], { is_active: false, duration: 60 })).toEqual([]);
  expect(mailed([])).toEqual([]);
});

test('who is next is read again with the step that changes it', () => {
  const asOf = Date.UTC(2026, 10, 29, 21, 53, 36);
  const again = (...after: readonly number[]) =>
    nextStepMs({
      as_of: new Date(asOf).toISOString(),
      results: after.map((ms, n) => {
        const at = new Date(asOf + ms).toISOString();
        return incidentOf([row(n)], { next: { event: n, escalation: 1, step: 0, at, people: ['Sam Ortega'] } });
      }),
    });
  expect(again()).toBe(Number.POSITIVE_INFINITY);
  expect(again(115_000, 4_000)).toBe(5_000);
  expect(again(-20)).toBe(1_000);
  expect(again(-60_000)).toBe(Number.POSITIVE_INFINITY);
});
