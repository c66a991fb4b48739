import { expect, test } from 'vitest';
import { beyond, limitBeside, limitsOf } from './limits.ts';

test('of several rules the first that would warn is the limit, and = has none', () => {
  const limits = limitsOf([
    { sensor_id: '4.4000', sign: '>', value: 80, unit: 'C' },
    { sensor_id: '4.4000', sign: '>', value: 65.25, unit: 'C' },
    { sensor_id: '1.1001', sign: '<', value: 80, unit: 'C' },
    { sensor_id: '1.1001', sign: '<', value: 90, unit: 'C' },
    { sensor_id: '3.3000', sign: '=', value: 1, unit: 'C' },
  ]);
  expect([...limits].map(([path, { text }]) => [path, text])).toEqual([
    ['4.4000', '65.25'],
    ['1.1001', '90'],
  ]);
});

test('a limit is converted to the displayed unit, and none is shown when that is impossible', () => {
  const rule = { sensor_id: '4.4000', sign: '>' as const, value: 80, unit: 'C' };
  expect(limitsOf([{ ...rule, sensor_unit: 'F' }]).get('4.4000')).toMatchObject({ value: 176, text: '176' });
  expect(limitsOf([{ ...rule, sensor_unit: 'bar' }]).size).toBe(0);
});

test('a value is beyond the limit on the side of its rule; a rule of another kind has no limit, one with a condition cannot tell', () => {
  const rule = { sensor_id: 'a', sign: '>' as const, value: 51, unit: 'C' };
  const only_while = { sensor_id: 'b', sign: '>' as const, value: 0, state: null, for_seconds: 0, unit: null };
  const limits = limitsOf([
    rule,
    { ...rule, sensor_id: 'b', sign: '<' },
    { ...rule, sensor_id: 'c', kind: 'rise' },
    { ...rule, sensor_id: 'd', only_while },
  ]);
  const side = (path: string, value: number | null) => beyond(limits.get(path) ?? null, value);
  expect([side('a', 81.6), side('a', 51), side('b', 50), side('b', 52), side('a', null)]).toEqual([
    'over',
    null,
    'under',
    null,
    null,
  ]);
  expect([limits.has('c'), limits.has('d'), side('d', 81.6)]).toEqual([false, true, null]);
});

test('a limit of a warning rule is never shown beside an alarm of the device', () => {
  const limit = { value: 65, text: '65' };
  expect(limitBeside('warning', limit)).toBe(limit);
  expect(limitBeside('ok', limit)).toBe(limit);
  expect(limitBeside('alarm', limit)).toBeNull();
});
