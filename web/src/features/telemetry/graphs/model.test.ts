import { expect, test } from 'vitest';
import { gapAfter, splitGaps } from '../../../ui/chart/split-gaps.ts';
import { shortName } from '../../../ui/value.ts';
import { chartHeight, seriesOf } from './model.ts';

const raw = (points: readonly (readonly [number, number, number?])[]) => ({
  ts: Float64Array.from(points.map((p) => p[0])),
  value: Float64Array.from(points.map((p) => p[1])),
  min: null,
  max: null,
  alarm: new Uint8Array(points.length),
  state: Uint16Array.from(points.map((p) => p[2] ?? 0)),
});
const texts = ['OK', 'Lost Communication Between T500 and node', 'Device offline', 'Disabled'];
const minute = 60_000;
const span = { from: 0, to: 5 * minute, after: 1.15 * minute };

test('a state without a reading is a gap with its reason, even if it has a value', () => {
  const { columns, gaps } = splitGaps(
    raw([
      [0, 1],
      [minute, 2, 1],
      [2 * minute, 3, 3],
      [3 * minute, 4],
      [4 * minute, 5],
      [5 * minute, 6],
    ]),
    texts,
    span,
    'none',
  );
  expect([...columns.times]).toEqual([0, 3 * minute, 4 * minute, 5 * minute]);
  expect(gaps).toEqual([{ from: 0, to: 3 * minute, reason: 'Lost Communication Between T500 and node' }]);
});

test('a null point gives the reason of a gap, a span without points does not', () => {
  const { gaps } = splitGaps(
    raw([
      [0, 1],
      [minute, Number.NaN, 2],
      [3 * minute, 4],
      [5 * minute, 4],
    ]),
    texts,
    span,
    'none',
  );
  expect(gaps).toEqual([
    { from: 0, to: 3 * minute, reason: 'Device offline' },
    { from: 3 * minute, to: 5 * minute, reason: 'none' },
  ]);
});

test('times before the first and after the last point are gaps too', () => {
  const { gaps } = splitGaps(
    raw([
      [2 * minute, 1],
      [3 * minute, 1],
    ]),
    texts,
    span,
    'none',
  );
  expect(gaps).toEqual([
    { from: 0, to: 2 * minute, reason: 'none' },
    { from: 3 * minute, to: 5 * minute, reason: 'none' },
  ]);
});

test('a slot is known to its end: the gap begins there', () => {
  const { gaps } = splitGaps(
    raw([
      [0, 1],
      [3 * minute, 4],
    ]),
    texts,
    { from: 0, to: 4 * minute, after: 1.15 * minute, slot: minute },
    'none',
  );
  expect(gaps).toEqual([{ from: minute, to: 3 * minute, reason: 'none' }]);
});

test('points within 1.15 slots, or within the offline time, are connected', () => {
  expect(gapAfter(12 * minute, 99)).toBeCloseTo(13.8 * minute);
  expect(gapAfter(null, minute)).toBe(minute);
});

test('shortens only very long names, to four words', () => {
  expect(shortName('Head bearing left')).toBe('Head bearing left');
  expect(shortName(`one two three four ${'five '.repeat(40)}`)).toBe('one two three four');
});

test('a chart with two units is 460 high, otherwise 210', () => {
  expect([chartHeight(['C', 'C']), chartHeight(['C', 'PPM'])]).toEqual([210, 460]);
});

test('a sensor whose lowest values are whole has the decimals of its highest ones', () => {
  const column = (value: number) => new Float64Array(3).fill(value);
  const one = {
    graph: '7.1.1',
    sensor: '7.1.1',
    name: 'Bearing',
    sensorType: 'NUMERIC' as const,
    units: 'C',
    valueLabel: '',
    groupName: 'Temperature',
    deviceName: 'Leg 1',
    ts: Float64Array.of(0, minute, 2 * minute),
    value: column(15.23),
    min: column(15),
    max: column(15.4),
    alarm: new Uint8Array(3),
    state: new Uint16Array(3),
  };
  const head = {
    device: 7,
    device_type: '0300' as const,
    timescale: 'day' as const,
    from: 0,
    to: 3 * minute,
    zone: 'UTC',
    slot: minute,
    offline_after: minute,
    newest: null,
  };
  expect(seriesOf({ head, states: ['OK'], series: [one] }, one, 'none').decimals).toBe(1);
});
