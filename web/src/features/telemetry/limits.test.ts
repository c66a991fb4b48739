import { expect, test } from 'vitest';
import { limitBeside, limitsOf } from './limits.ts';

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

test('a limit of a warning rule is never shown beside an alarm of the device', () => {
  const limit = { value: 65, text: '65' };
  expect(limitBeside('warning', limit)).toBe(limit);
  expect(limitBeside('ok', limit)).toBe(limit);
  expect(limitBeside('alarm', limit)).toBeNull();
});
