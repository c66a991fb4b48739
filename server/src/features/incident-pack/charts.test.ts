import { expect, it } from 'vitest';
import { type ChartSeries, pathOf, quartersIn, scaleOf, unbroken, worstFirst } from './charts.ts';

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

it('draws numbers from point to point, contacts as steps, and a single point as a dash', () => {
  const x = (ts: number): number => ts / minute;
  const y = (value: number): number => value;
  expect(pathOf(series([1, 2]), [0, 2], x, y)).toBe('M0.00 1.00L1.00 2.00');
  expect(pathOf(series([1]), [0, 1], x, y)).toBe('M0.00 1.00h1');
  expect(pathOf({ ...series([-1, 1]), isContact: true }, [0, 2], x, y)).toBe('M0.00 -1.00H1.00V1.00H2.00');
});

it('names the quarters of an hour within the span', () => {
  const hour = 60 * minute;
  expect(quartersIn(hour + 1, 2 * hour)).toEqual([
    hour + 15 * minute,
    hour + 30 * minute,
    hour + 45 * minute,
    2 * hour,
  ]);
  expect(quartersIn(hour + minute, hour + 2 * minute)).toEqual([]);
});

it('puts what was in alarm first, then numbers, then contacts', () => {
  const contact = { ...series([-1]), name: 'Relay', isContact: true };
  const alarmed = { ...series([3, 4]), name: 'Bearing', alarm: Uint8Array.from([0, 1]) };
  expect(worstFirst([contact, series([1]), alarmed]).map(({ name }) => name)).toEqual([
    'Bearing',
    'Head bearing',
    'Relay',
  ]);
});
