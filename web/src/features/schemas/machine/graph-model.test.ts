import type { MachineGraph, SchemaSensor } from '@tocsin/contract/schemas';
import { expect, test } from 'vitest';
import { chartsOf, dayMs, slotMs } from './graph-model.ts';

const now = 100 * dayMs;
const sensor = (id: string, name: string, group: string): SchemaSensor => ({
  id,
  name,
  group_name: group,
  device: 'Leg 1',
  device_id: 1,
  type: 'NUMERIC',
  unit: 'C',
  is_missing: false,
});
const graph = (id: string, more: Partial<MachineGraph> = {}): MachineGraph => ({
  device_name: 'Leg 1',
  name: `G:${id}`,
  sensor: id,
  sensor_type: 'NUMERIC',
  value_label: 'C',
  data: [],
  ...more,
});
const point = (at: number, value: number | null, state = 'OK', alarm = false): MachineGraph['data'][number] =>
  value === null ? [at, null, false, state] : [at, value, alarm, state, value - 1, value + 1];
const contact = (id: string) => graph(id, { sensor_type: 'BOOL', value_label: '' });

// spec: visual-dashboard 9 machine graph chart height 460 with both axes, else 210
test('a chart of numbers and contacts is 460 high, every other 210', () => {
  const both = chartsOf([graph('1.4.1'), contact('1.2.1'), graph('1.4.2')], [], now, 'unknown');
  expect(both.map((chart) => [chart.height, chart.lines.map((line) => line.key)])).toEqual([
    [460, ['1.4.1', '1.4.2', '1.2.1']],
  ]);
  expect(chartsOf([graph('1.4.1')], [], now, '').map((chart) => chart.height)).toEqual([210]);
  expect(chartsOf([contact('1.2.1')], [], now, '').map((chart) => chart.height)).toEqual([210]);
});

test('numbers of another unit get their own chart', () => {
  const charts = chartsOf([graph('1.4.1'), graph('1.1.1', { value_label: 'PPM' }), contact('1.2.1')], [], now, '');
  expect(charts.map((chart) => [chart.height, chart.lines.map((line) => line.key)])).toEqual([
    [460, ['1.4.1', '1.2.1']],
    [210, ['1.1.1']],
  ]);
});

// spec: visual-dashboard 4 points with state 'Lost Communication', 'Not Scanned' or 'Disabled' are gaps; also more than 1.15 times the slot
test('null points and spans longer than 1.15 slots are gaps, with their reason', () => {
  const at = (slot: number): number => now - dayMs + slot * slotMs;
  const data = [
    ...Array.from({ length: 40 }, (_, i) => point(at(i), 40 + i)),
    point(at(40), 60, 'Lost Communication Between T500 and node'),
    point(at(41), 61, 'Sensor Not Scanned by T500'),
    point(at(42), 62),
    // Two slots are missing.
    ...Array.from({ length: 75 }, (_, i) => point(at(45 + i), 50)),
  ];
  const [chart] = chartsOf(
    [graph('1.4.1', { data })],
    [sensor('1.4.1', 'Head bearing', 'Temperature')],
    now,
    'unknown',
  );
  const [line] = chart?.lines ?? [];
  expect(line?.name).toBe('Head bearing');
  expect(line?.gaps).toEqual([
    { from: at(39), to: at(42), reason: 'Lost Communication Between T500 and node' },
    { from: at(42), to: at(45), reason: 'unknown' },
  ]);
  expect(line?.columns.low?.[0]).toBe(39);
});

test('a sensor without any point is one gap of a day', () => {
  const [chart] = chartsOf([graph('1.4.1')], [], now, 'unknown');
  expect(chart?.gaps).toEqual([{ from: now - dayMs, to: now, reason: 'unknown' }]);
});
