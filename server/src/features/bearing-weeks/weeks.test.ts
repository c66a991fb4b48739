import { runnerOf } from '@tocsin/contract/layout';
import { describe, expect, it } from 'vitest';
import { ambientOf, bearingsOf, type NamedSensor, sisterOf } from './roles.ts';
import {
  changeOf,
  type Day,
  daysOf,
  difference,
  meanBySlot,
  meanOf,
  runningSlots,
  slotMs,
  toLimit,
  trendOf,
  weeksOf,
} from './weeks.ts';

const sensor = (path: string, name: string, unit = 'C', isNumeric = true): NamedSensor => ({
  path,
  name,
  unit,
  isNumeric,
});
const slots = (values: number[], first = 0) => ({
  ts: Float64Array.from(values, (_, at) => first + at * slotMs),
  value: Float64Array.from(values),
});
const day = (ago: number, rise: number, ambient = 20): Day => ({ ago, slots: 10, rise, ambient });
const dayMs = 86_400_000;

describe('which sensor is what', () => {
  const sensors = [
    sensor('4.1', 'Head bearing left'),
    sensor('4.2', 'HEAD BEARING RIGHT'),
    sensor('4.3', 'Knee bearing'),
    sensor('4.4', 'Bearing contact', '', false),
    sensor('4.5', 'Bearing load', '%'),
    sensor('4.6', 'Ambient 1'),
    sensor('1.2', 'Motor', 'A'),
    sensor('1.1', 'Head speed', 'PPM'),
  ];
  it('is told by name and unit', () => {
    expect(bearingsOf(sensors).map(({ path }) => path)).toEqual(['4.1', '4.2', '4.3']);
    expect(ambientOf(sensors).map(({ path }) => path)).toEqual(['4.6']);
    expect(runnerOf(sensors)?.path).toBe('1.1');
    expect(runnerOf([])).toBeUndefined();
  });
  it('and the sister is on the other side', () => {
    const [left, right, knee] = bearingsOf(sensors);
    expect([left, right, knee].map((one) => one && sisterOf(one, bearingsOf(sensors))?.path)).toEqual([
      '4.2',
      '4.1',
      undefined,
    ]);
  });
});

describe('running', () => {
  it('is above half of the highest speed, in the slot before too', () => {
    const isRunning = runningSlots(slots([0, 200, 220, 100, Number.NaN, 210, 215]));
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => isRunning(n * slotMs))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });
  it('never counts for a machine that stood still, and always without a speed', () => {
    expect(runningSlots(slots([0, 0, 0]))(slotMs)).toBe(false);
    expect(runningSlots(undefined)(slotMs)).toBe(true);
  });
});

it('takes the mean of the ambient sensors that have a value', () => {
  expect([...meanBySlot([slots([10, Number.NaN]), slots([20, 8])]).values()]).toEqual([15, 8]);
});

it('counts days back from the end, and leaves out those without an hour of running', () => {
  const to = 40 * dayMs;
  const bearing = slots([50, 60, 70, 80], to - dayMs - 3 * slotMs);
  const days = daysOf(bearing, meanBySlot([slots([20, 20, 30, 30], to - dayMs - 3 * slotMs)]), () => true, to);
  expect(days).toEqual([{ ago: 1, slots: 3, rise: (30 + 40 + 40) / 3, ambient: 70 / 3 }]);
  expect(daysOf(bearing, new Map(), () => true, to)).toEqual([]);
  expect(daysOf(bearing, null, () => false, to)).toEqual([]);
  expect(daysOf(slots([50, 50], 0), null, () => true, to)).toEqual([]);
});

describe('figures', () => {
  it('have the standard error of daily means', () => {
    expect(meanOf([])).toBeNull();
    expect(meanOf([4])).toEqual({ value: 4, error: null });
    expect(meanOf([2, 4, 6])).toEqual({ value: 4, error: Math.sqrt(4 / 3) });
    expect(difference({ value: 5, error: 3 }, { value: 1, error: 4 })).toEqual({ value: 4, error: 5 });
    expect(difference({ value: 5, error: null }, { value: 1, error: 4 })).toEqual({ value: 4, error: null });
    expect(difference(null, { value: 1, error: 4 })).toBeNull();
  });
  it('compare this week with the days of the four before', () => {
    const days = [day(0, 30), day(6, 32), day(7, 20), day(20, 22), day(34, 24)];
    expect(weeksOf(days).map(({ hours, rise }) => [hours, rise?.value])).toEqual([
      [10, 31],
      [5, 20],
      [5, 22],
      [0, undefined],
      [5, 24],
    ]);
    expect(changeOf(days)?.value).toBe(9);
    expect(changeOf([day(0, 30)])).toBeNull();
  });
});

describe('days to the limit', () => {
  const rising = Array.from({ length: 35 }, (_, ago) => day(ago, 40 - ago * 0.5));
  it('are plain arithmetic on a straight line', () => {
    const trend = trendOf(rising);
    expect(trend?.perDay).toBeCloseTo(0.5, 9);
    expect(trend?.now).toBeCloseTo(40, 9);
    const reached = toLimit(trend, 80, rising);
    // 80 less 20 ambient less 40 of today is 20, at half a degree a day.
    expect([reached?.days, reached?.earliest, reached?.latest].map((each) => Math.round(each ?? 0))).toEqual([
      40, 40, 40,
    ]);
    expect(toLimit(trend, 50, rising)).toMatchObject({ days: 0, earliest: 0, latest: 0 });
  });
  it('spread with the error of the slope', () => {
    const noisy = rising.map((one) => ({ ...one, rise: one.rise + (one.ago % 2 === 0 ? 3 : -3) }));
    const reached = toLimit(trendOf(noisy), 80, noisy);
    expect(reached && reached.earliest < reached.days && reached.days < (reached.latest ?? 0)).toBe(true);
  });
  it('are left out unless it rises by more than two errors, without a limit, and for too few days', () => {
    const flat = rising.map((one) => ({ ...one, rise: 40 + (one.ago % 2) }));
    const falling = rising.map((one) => ({ ...one, rise: 40 + one.ago }));
    expect(toLimit(trendOf(flat), 80, flat)).toBeNull();
    expect(toLimit(trendOf(falling), 80, falling)).toBeNull();
    expect(toLimit(trendOf(rising), null, rising)).toBeNull();
    expect(trendOf(rising.slice(0, 9))).toBeNull();
    expect(trendOf(rising.slice(7))).toBeNull();
  });
});
