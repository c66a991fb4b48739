import { expect, it } from 'vitest';
import type { Machine } from '../canvas/tab.ts';
import { findMachines } from './find-machine.ts';

const machine = (name: string, area = '', sensor = ''): Machine => ({
  kind: 'machine',
  id: name,
  savedId: null,
  name,
  type: 1,
  x: 0,
  y: 0,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area,
  flip: false,
  bindings: sensor === '' ? [] : [{ point: 'speed', sensor }],
  stateSensor: null,
});
const plant = [
  machine('Leg 10', 'Storage'),
  machine('Leg 2'),
  machine('Leg 1', '', '1.4.4000'),
  machine('Gallery leg'),
];
const find = (query: string): readonly string[] =>
  findMachines(plant, (path) => (path === '1.4.4000' ? 'Head bearing' : undefined), query).map(({ name }) => name);

it('finds by all words, the exact name first and numbers in order', () => {
  expect(find('leg')).toEqual(['Leg 1', 'Leg 2', 'Leg 10', 'Gallery leg']);
  expect(find('LEG 1')).toEqual(['Leg 1', 'Leg 10']);
});

it('finds by area and by the names of sensors', () => {
  expect(find('storage')).toEqual(['Leg 10']);
  expect(find('head bearing')).toEqual(['Leg 1']);
});

it('finds nothing for an empty search, and for unknown words', () => {
  expect(find('  ')).toEqual([]);
  expect(find('mixer')).toEqual([]);
});
