import { expect, test } from 'vitest';
import { isLone } from './sparkline-draw.ts';

test('a point between missing values or beyond gaps is lone, so that it is drawn as a dot', () => {
  const none = Number.NaN;
  const values = Float64Array.of(1, none, 95, none, 2, 3, 4);
  const times = Float64Array.of(0, 1_000, 2_000, 3_000, 4_000, 5_000, 90_000);
  const points = { length: 7, times, values, flags: new Uint8Array(7) };
  expect([...values.keys()].filter((i) => isLone(points, i, 60_000))).toEqual([0, 2, 6]);
});
