import { expect, test } from 'vitest';
import { isFlat, packed, pathsOf } from './packs.ts';
import type { GraphName } from './queries.ts';

const sensor = (path: string, unit: string, name = path, group = 'Leg'): GraphName => ({ path, name, group, unit });

test('sensors of one group and unit share a chart in their order, a lone one and run times keep their own', () => {
  const names = [
    sensor('a', 'C'),
    sensor('speed', '%'),
    sensor('b', 'C'),
    sensor('u', 'Minutes'),
    sensor('v', 'Minutes'),
  ];
  const rows = packed(names);
  expect(rows.map(({ name }) => name)).toEqual(['Leg', 'speed', 'u', 'v']);
  expect(rows[0]).toMatchObject({ group: '°C, 2 sensors' });
  expect(rows.flatMap(pathsOf)).toEqual(['a', 'b', 'speed', 'u', 'v']);
});

test('a chart has the name of what its sensors have in common, and the ambient temperatures beside them', () => {
  const rows = packed([
    sensor('r1', 'C', 'Rub block left', 'Alignment:Head'),
    sensor('r2', 'C', 'Rub block right', 'Alignment:Head'),
    sensor('b1', 'C', 'Head bearing left', 'Temperature'),
    sensor('b2', 'C', 'Tail bearing right', 'Temperature'),
    sensor('a1', 'C', 'Ambient 1', 'Temperature'),
    sensor('gearbox', 'C', 'Gearbox', 'Drive'),
  ]);
  expect(rows.map((row) => [row.name, pathsOf(row)])).toEqual([
    ['Rub blocks', ['r1', 'r2', 'a1']],
    ['Bearings', ['b1', 'b2', 'a1']],
    ['Gearboxes', ['gearbox', 'a1']],
  ]);
});

test('ambient temperatures alone are shown as other sensors', () => {
  const ambient = [sensor('a1', 'C', 'Ambient 1'), sensor('a2', 'C', 'Ambient 2')];
  expect(packed(ambient)).toEqual(ambient);
});

test('more than six sensors are shared out evenly', () => {
  const rows = packed(Array.from({ length: 8 }, (_, n) => sensor(`t${n}`, 'A')));
  expect(rows.map(({ name, members }) => [name, members?.length])).toEqual([
    ['Leg', 4],
    ['Leg 2', 4],
  ]);
});

test('nodes have no unit and are not packed', () => {
  const nodes: GraphName[] = [
    { path: '7.1', name: '1', group: '' },
    { path: '7.2', name: '2', group: '' },
  ];
  expect(packed(nodes)).toEqual(nodes);
});

test('a supply that breathes is flat, one in alarm or one that sags is not', () => {
  const supply = { low: 23.7, high: 24.2, last: 24, unit: 'V', isAlarmed: false };
  expect(isFlat(supply)).toBe(true);
  expect(isFlat({ ...supply, isAlarmed: true })).toBe(false);
  expect(isFlat({ ...supply, low: 22.5 })).toBe(false);
  expect(isFlat({ low: 0, high: 1_440, last: 1_440, unit: 'Minutes', isAlarmed: false })).toBe(true);
});
