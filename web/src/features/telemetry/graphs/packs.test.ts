import { expect, test } from 'vitest';
import { isFlat, packed, pathsOf } from './packs.ts';
import type { GraphName } from './queries.ts';

const sensor = (path: string, unit: string): GraphName => ({ path, name: path, group: 'Leg', unit });

test('sensors of one unit share a chart in their order, a lone one and run times keep their own', () => {
  const names = [
    sensor('a', 'C'),
    sensor('speed', '%'),
    sensor('b', 'C'),
    sensor('u', 'Minutes'),
    sensor('v', 'Minutes'),
  ];
  const rows = packed(names);
  expect(rows.map(({ name }) => name)).toEqual(['Temperatures', 'speed', 'u', 'v']);
  expect(rows[0]).toMatchObject({ group: '°C, 2 sensors' });
  expect(rows.flatMap(pathsOf)).toEqual(['a', 'b', 'speed', 'u', 'v']);
});

test('more than six sensors are shared out evenly', () => {
  const rows = packed(Array.from({ length: 8 }, (_, n) => sensor(`t${n}`, 'A')));
  expect(rows.map(({ name, members }) => [name, members?.length])).toEqual([
    ['Values in A', 4],
    ['Values in A 2', 4],
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
