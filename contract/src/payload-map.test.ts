import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadMap } from './payload-map.ts';
import { fitTopic, namedByTopic, parsePath, subscriptionOf, topicProblem, writePath } from './payload-map-path.ts';

const value = { path: 'a', group: 'g', id: 'x', name: 'X', type: 'NUMERIC' };
const problems = (map: unknown) => PayloadMap.safeParse(map).error?.issues.map(({ message }) => message) ?? [];
const mapOf = (over: object, kind: object = {}) => ({
  name: 'A',
  kinds: [{ values: [{ ...value, ...over }], ...kind }],
});

describe('a map', () => {
  it.each([
    [mapOf({ path: '$..a' }), '.. is not allowed, at character 3'],
    [mapOf({ path: '$[?@.a]' }), 'Filters are not allowed, at character 3'],
    [mapOf({ path: 'a.' }), "Expected a name; other names are written ['like this'], at character 3"],
    [mapOf({ path: "a['b" }), 'The name has no closing quote, at character 3'],
    [mapOf({ path: 'a[1:3]' }), 'Expected ], at character 4'],
    [mapOf({ path: 'a.*' }), '{key} belongs to * or key, and these to {key}'],
    [mapOf({ id: '{key}' }), '{key} belongs to * or key, and these to {key}'],
    [mapOf({ quality: { path: 'q.*', good: [1] } }), '* is not allowed here'],
    [mapOf({}, { topic: '+/up' }), 'The first level must be literal'],
    [mapOf({}, { topic: '#' }), 'The first level must be literal'],
    [mapOf({}, { topic: '{id}/up' }), 'The first level must be literal'],
    [mapOf({}, { topic: 'tocsin/v1/{udf}/data' }), 'tocsin is not for maps'],
    [mapOf({}, { topic: 'a/{udf}/{id}' }), 'Only one of {udf} and {id}'],
    [{ ...mapOf({}), zone: 'Mars/Olympus' }, 'Not a time zone'],
    [{ name: 'A', kinds: [{ values: [value, value] }] }, 'g.x is there twice'],
    [
      { name: 'A', kinds: Array.from({ length: 9 }, () => ({ values: [value] })) },
      'Too big: expected array to have <=8 items',
    ],
  ])('%j is refused', (map, message) => {
    expect(problems(map)).toContain(message);
  });

  it('with a limit is refused: a limit is a warning rule, and no part of a map', () => {
    expect(PayloadMap.safeParse(mapOf({ alarm: { above: 80 } })).success).toBe(false);
    expect(PayloadMap.safeParse(mapOf({ alarm: { when: [true] } })).success).toBe(true);
  });

  it('is taken with every field', () => {
    const whole = mapOf(
      {
        unit: '°C',
        scale: 0.1,
        offset: -40,
        states: { '0': 'Closed' },
        alarm: { when: [true, 'HIGH', 3] },
        none: [null, 65_535],
      },
      { topic: 'plant/{udf}/state', device: 'device.id', time: { path: 'time', unit: 'iso' } },
    );
    expect(problems({ ...whole, zone: 'America/Chicago', report_interval_s: 900, missing: 'none' })).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['$', []],
    ['object.temperature', ['object', 'temperature']],
    ["$['a b'][0].*", ['a b', 0, '*']],
    ['$[-1][*]', [-1, '*']],
    ['*', ['*']],
  ])('%s', (text, expected) => {
    const steps = parsePath(text);
    if ('problem' in steps) throw new Error(steps.problem);
    expect(steps.map((step) => (step.kind === 'name' ? step.name : step.kind === 'index' ? step.index : '*'))).toEqual(
      expected,
    );
  });

  it('are written as they are read', () => {
    const step = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }).map((name) => ({ kind: 'name', name }) as const),
      fc.integer({ min: -99, max: 99 }).map((index) => ({ kind: 'index', index: index + 0 }) as const),
      fc.constant({ kind: 'each' } as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        expect(parsePath(writePath(steps))).toEqual(steps);
      }),
    );
  });

  it('of any text end with an answer', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parsePath(text)));
  });
});

describe('topics', () => {
  it.each([
    ['application/+/device/{id}/event/up', 'application/7/device/a840/event/up', 'a840'],
    ['application/+/device/{id}/event/up', 'application/7/device/a840/event/join', null],
    ['/neuron/{udf}/#', '/neuron/LEG4/modbus/grp', 'LEG4'],
    ['v1/devices/me/telemetry', 'v1/devices/me/telemetry', ''],
    ['plain/{udf}/+', 'plain/FAN2', null],
  ])('%s for %s', (filter, topic, expected) => {
    expect(topicProblem(filter)).toBeNull();
    expect(fitTopic(filter.split('/'), topic.split('/'))).toBe(expected);
  });

  it('are subscribed to without the names of their places, which may also name sensors', () => {
    expect(subscriptionOf('plain/{udf}/+')).toBe('plain/+/+');
    expect(namedByTopic('plain/{udf}/+'.split('/'), 'plain/FAN2/temperature'.split('/'))).toBe('temperature');
  });
});
