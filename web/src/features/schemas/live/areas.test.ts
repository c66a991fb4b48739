import { expect, it } from 'vitest';
import type { Machine } from '../canvas/tab.ts';
import { areasOf, countArea, isInView, worstFirst } from './areas.ts';
import { unknownStatus } from './machine-status.ts';

const machine = (id: string, area: string, x: number): Machine => ({
  kind: 'machine',
  id,
  savedId: null,
  name: id,
  type: 9,
  x,
  y: 0,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area,
  flip: false,
  bindings: [],
  stateSensor: null,
});
const plant = [machine('mixer', 'Mixing', 900), machine('fan', '', 0), machine('pit', 'Receiving', 100)];

it('orders areas from left to right and leaves out machines without one', () => {
  expect(areasOf(plant).map(({ name, machines }) => [name, machines.map(({ id }) => id)])).toEqual([
    ['Receiving', ['pit']],
    ['Mixing', ['mixer']],
  ]);
});

it('puts the area in alarm first, and keeps the order of the rest', () => {
  const counted = areasOf([...plant, machine('bin', 'Storage', 500)]).map((area) => ({
    name: area.name,
    counts: countArea(
      area,
      (id) => ({ ...unknownStatus, state: id === 'mixer' ? 'alarm' : 'ok' }),
      () => false,
    ),
  }));
  expect(worstFirst(counted).map(({ name }) => name)).toEqual(['Mixing', 'Receiving', 'Storage']);
});

it('counts held-back and suspected machines in addition to their states', () => {
  const [receiving] = areasOf(plant);
  if (receiving === undefined) throw new Error('no area');
  const held = { kind: 'shelved', until: 0, by: '', reason: '', name: 'Plug', more: 0 } as const;
  const counts = countArea(
    receiving,
    () => ({ ...unknownStatus, state: 'ok', held }),
    () => true,
  );
  expect(counts).toMatchObject({ alarm: 0, no_info: 0, held: 1, suspects: 1 });
});

it('is in view when its middle is', () => {
  const [receiving, mixing] = areasOf(plant);
  const view = { x: 0, y: 0, width: 500, height: 500 };
  expect([receiving, mixing].map((area) => area !== undefined && isInView(area, view))).toEqual([true, false]);
});
