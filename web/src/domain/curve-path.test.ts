import { expect, test } from 'vitest';
import { curveShape } from './curve-path.ts';

const now = 10_000_000;
const minute = 60_000;
const view = { now, gapMs: 10 * minute, minSpan: 1 };
const points = (...pairs: readonly (readonly [number, number])[]) => ({
  times: Float64Array.from(pairs, ([minutesAgo]) => now - minutesAgo * minute),
  values: Float64Array.from(pairs, ([, value]) => value),
});

test('spans the last hour, the highest value at the top', () => {
  expect(curveShape(points([60, 0], [55, 10], [0, 0]), { ...view, gapMs: 60 * minute })).toEqual({
    path: 'M0 96L50 4L600 96',
    end: expect.objectContaining({ x: 600, y: 96 }),
  });
});

test('a gap and a missing value interrupt the path', () => {
  const { path } = curveShape(points([30, 1], [15, 1], [10, Number.NaN], [5, 1]), view);
  expect(path.match(/M/g)).toHaveLength(3);
});

test('noise below the least span stays flat, and points before the hour are left out', () => {
  expect(curveShape(points([90, 99], [5, 1], [0, 1]), view).path).toBe('M550 50L600 50');
  expect(curveShape(points([90, 99]), view)).toEqual({ path: '', end: null });
});

test('an axis may begin at another moment', () => {
  const from = now - 10 * minute;
  expect(curveShape(points([20, 9], [10, 0], [0, 1]), { ...view, from }).path).toBe('M0 96L600 4');
});
