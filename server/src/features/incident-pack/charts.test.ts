import { expect, it } from 'vitest';
import { type ChartSeries, scaleOf, unbroken } from './charts.ts';

const minute = 60_000;
const series = (value: number[], times = value.map((_, at) => at * minute)): ChartSeries => ({
  name: 'Head bearing',
  unit: 'C',
  isContact: false,
  ts: Float64Array.from(times),
  value: Float64Array.from(value),
  alarm: new Uint8Array(value.length),
});

it('breaks the line at gaps and where minutes are missing', () => {
  expect(unbroken(series([1, 2, Number.NaN, 3]))).toEqual([
    [0, 2],
    [3, 4],
  ]);
  expect(unbroken(series([1, 2, 3], [0, minute, 9 * minute]))).toEqual([
    [0, 2],
    [2, 3],
  ]);
  expect(unbroken(series([]))).toEqual([]);
});

it('gives every series a height, also a constant one, and none to one without values', () => {
  expect(scaleOf(series([2, Number.NaN, 5]))).toEqual({ low: 2, high: 5 });
  expect(scaleOf(series([4, 4]))).toEqual({ low: 3, high: 5 });
  expect(scaleOf({ ...series([-1]), isContact: true })).toEqual({ low: -1, high: 1 });
  expect(scaleOf(series([Number.NaN]))).toBeNull();
});
