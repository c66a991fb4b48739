import { expect, it } from 'vitest';
import { presetsOf } from './presets.ts';
import type { GraphName } from './queries.ts';

const sensor = (path: string, name: string, unit: string): GraphName => ({ path, name, group: '', unit });

it('puts both sides of a component on one chart with the ambient temperature, and all sensors of a unit', () => {
  const presets = presetsOf([
    sensor('a', 'Head bearing left', 'C'),
    sensor('b', 'Head bearing right', 'C'),
    sensor('c', 'Tail bearing left', 'C'),
    sensor('d', 'Ambient 1', 'C'),
    sensor('e', 'Head speed', 'PPM'),
    { path: 'f', name: 'Stop relay', group: '', isState: true },
  ]);
  expect(presets).toEqual([
    { title: 'Head bearing: 2 sensors and ambient', paths: ['a', 'b', 'd'] },
    { title: 'All in °C: 4 sensors', paths: ['a', 'b', 'c', 'd'] },
  ]);
});

it('leaves out single sensors, more sensors than a chart can show, and duplicates', () => {
  expect(presetsOf([sensor('a', 'Speed', 'PPM')])).toEqual([]);
  expect(presetsOf(Array.from({ length: 9 }, (_, n) => sensor(`s${n}`, `Bearing ${n + 1}`, 'C')))).toEqual([]);
  expect(presetsOf([sensor('a', 'Slip left', '%'), sensor('b', 'Slip right', '%')])).toHaveLength(1);
});
