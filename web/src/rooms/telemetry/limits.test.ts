import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';

test('of several rules the one that warns first is the limit, and = is none', () => {
  const limits = limitsOf([
    { sensor_id: '4.4000', sign: '>', value: 80 },
    { sensor_id: '4.4000', sign: '>', value: 65.25 },
    { sensor_id: '1.1001', sign: '<', value: 80 },
    { sensor_id: '1.1001', sign: '<', value: 90 },
    { sensor_id: '3.3000', sign: '=', value: 1 },
  ]);
  expect([...limits].map(([path, { text }]) => [path, text])).toEqual([
    ['4.4000', '65.25'],
    ['1.1001', '90'],
  ]);
});
