import { expect, it } from 'vitest';
import { trendOf, valuePlaces } from './trend-lines.ts';

const series = (value: readonly number[], alarm: readonly number[] = []) => ({
  sensor: '1.4.4000',
  name: 'Head bearing',
  ts: Float64Array.from(value, (_, i) => i * 10),
  value: Float64Array.from(value),
  alarm: Uint8Array.from(value, (_, i) => alarm[i] ?? 0),
});

it('draws the highest value near the top, on one scale for all lines', () => {
  const { lines, least, most } = trendOf([series([10, 90]), series([20, 20])], 0, 100, 50);
  expect([least, most]).toEqual([expect.closeTo(3.6), expect.closeTo(96.4)]);
  expect(lines.map(({ d }) => d)).toEqual(['M0 0.931L0.1 0.069', 'M0 0.8233L0.1 0.8233']);
  expect(lines[0]?.last).toBe(90);
});

it('leaves gaps where values are missing or far apart', () => {
  expect(trendOf([series([1, Number.NaN, 1])], 0, 100, 50).lines[0]?.d.match(/M/g)).toHaveLength(2);
  expect(trendOf([series([1, 1])], 0, 100, 5).lines[0]?.d.match(/M/g)).toHaveLength(2);
});

it('joins points in alarm to one span', () => {
  expect(trendOf([series([1, 2, 3, 4], [0, 1, 1, 0])], 0, 100, 50).lines[0]?.alarms).toEqual([{ from: 0.1, to: 0.3 }]);
});

it('draws nothing without values', () => {
  expect(trendOf([series([])], 0, 100, 50)).toMatchObject({ lines: [{ d: '', last: null }], least: 0, most: 1 });
});

it('places the labels of the last values apart from each other, and none below the box', () => {
  const places = valuePlaces([{ lastY: 0.1 }, { lastY: 0.98 }, { lastY: 0.95 }], 0.2);
  expect(places).toEqual([expect.closeTo(0.1), expect.closeTo(0.98), expect.closeTo(0.78)]);
});
