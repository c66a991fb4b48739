import { expect, test } from 'vitest';
import { palettes } from '../tokens.ts';
import {
  bandColour,
  chartData,
  type Line,
  roundSteps,
  scaleOf,
  scaleRange,
  scalesOf,
  strokeOf,
} from './chart-lines.ts';
import type { Columns } from './columns.ts';

const columns = (times: readonly number[], values: readonly number[], band = 0): Columns => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  low: band === 0 ? null : Float64Array.from(values, (value) => value - band),
  high: band === 0 ? null : Float64Array.from(values, (value) => value + band),
  flags: new Uint8Array(times.length),
  states: new Uint16Array(times.length),
  texts: ['OK'],
});
const line = (over: Partial<Line>): Line => ({
  key: 'a',
  columns: columns([0, 1], [20, 21]),
  contact: false,
  unit: 'C',
  gaps: [],
  shown: true,
  stroke: 0,
  ...over,
});
const range = { from: 0, to: 1 };

test("the axis contains a spike inside a slot, though the slot's mean does not show it", () => {
  const [low, high] = scaleRange([line({ columns: columns([0, 1], [20, 21], 80) })], range, []);
  expect(low).toBeLessThan(-60);
  expect(high).toBeGreaterThan(101);
});

test('the axis includes a near limit, and a distant one does not flatten the line', () => {
  expect(scaleRange([line({})], range, [21.8])[1]).toBeGreaterThan(21.8);
  expect(scaleRange([line({})], range, [80])[1]).toBeLessThan(25);
});

test('the second unit uses the other axis, and each further one its own', () => {
  const lines = [line({}), line({ unit: 'PPM' }), line({ contact: true })];
  expect(lines.map((each) => scaleOf(each, lines))).toEqual(['y', 'other', 'unit2']);
});

test('eight lines with eight units have eight axes, and no two of them look the same', () => {
  const units = ['C', 'F', 'PPM', '%', 'A', 'V', 'Sec', 'm/s'];
  const lines = units.map((unit, stroke) => line({ key: unit, unit, stroke }));
  expect(new Set(lines.map((each) => scaleOf(each, lines))).size).toBe(8);
  expect(scalesOf(lines)).toEqual(['y', 'other', 'unit2', 'unit3', 'unit4', 'unit5', 'unit6', 'unit7']);
  for (const palette of Object.values(palettes)) {
    const looks = lines.map(({ stroke }) => JSON.stringify(strokeOf(stroke, palette)));
    expect(new Set(looks).size).toBe(8);
    // No line has a colour of alarms, warnings or the brand.
    for (const { stroke } of lines)
      expect([palette.alarm, palette.alarmtext, palette.warn, palette.warntext, palette.brand]).not.toContain(
        strokeOf(stroke, palette).colour,
      );
  }
});

test('lines of one chart share its times', () => {
  const lines = [line({ columns: columns([0, 1], [5, 6], 1) }), line({ columns: columns([1, 2], [7, 8]) })];
  const [times, first, second] = chartData(lines);
  expect([...(times ?? [])]).toEqual([0, 1, 2]);
  expect([first?.[1], second?.[1]]).toEqual([6, 7]);
});

test('labels an axis with round values', () => {
  expect(roundSteps(0.2, 9.7, 4)).toEqual([2.5, 5, 7.5]);
  expect(roundSteps(96, 101, 5)).toEqual([96, 97, 98, 99, 100, 101]);
});

test('an earlier period behind a line leaves the line its band', () => {
  const now = line({});
  const earlier = line({ key: 'a earlier', isFaint: true });
  expect(bandColour(now, [now, earlier], palettes.light)).toBe(palettes.light.band);
  expect(bandColour(now, [now, line({ key: 'b' })], palettes.light)).not.toBe(palettes.light.band);
});
