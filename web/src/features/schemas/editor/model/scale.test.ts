import { expect, it } from 'vitest';
import { boxOfMachine } from '../../canvas/geometry/positions.ts';
import type { Machine, Tab } from '../../canvas/tab.ts';
import { perform } from './actions.ts';
import { Editor } from './editor.ts';
import { blankTab } from './testing/random-actions.ts';

const machine = (id: string, type: number, more: Partial<Machine> = {}): Machine => ({
  kind: 'machine',
  id,
  savedId: null,
  name: id,
  type,
  x: 300,
  y: 100,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: false,
  bindings: [],
  stateSensor: null,
  ...more,
});
const tab: Tab = { ...blankTab, machines: [machine('leg', 1), machine('fan', 9), machine('silo', 5, { lengthM: 22 })] };
const find = (from: Tab, id: string): Machine => {
  const found = from.machines.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

it('draws all machines to scale, with the middle of the lower edge in place', () => {
  const scaled = perform(tab, { kind: 'tab-scale', pixelsPerMetre: 20 });
  expect(boxOfMachine(find(scaled, 'silo')).height).toBeCloseTo(440, -1);
  expect(boxOfMachine(find(scaled, 'leg')).height).toBeCloseTo(80, -1);
  expect(find(scaled, 'fan').lengthM).toBe(1.6);
  for (const id of ['leg', 'fan', 'silo']) {
    const [before, after] = [boxOfMachine(find(tab, id)), boxOfMachine(find(scaled, id))];
    expect(after.y + after.height).toBeCloseTo(before.y + before.height, 0);
  }
});

it('changes the length of a machine on that scale, and computes it after a resize', () => {
  const scaled = perform(tab, { kind: 'tab-scale', pixelsPerMetre: 20 });
  const tall = perform(scaled, { kind: 'length', id: 'leg', metres: 40 });
  expect(boxOfMachine(find(tall, 'leg')).height).toBeCloseTo(800, -1);
  expect(find(tall, 'leg').scale).toBeCloseTo(find(scaled, 'leg').scale, 3);
  const fan = find(scaled, 'fan');
  expect(find(perform(scaled, { kind: 'scale', id: 'fan', scale: 2 * fan.scale }), 'fan').lengthM).toBeCloseTo(3.2, 1);
});

it('keeps sizes without a scale, and when the scale is removed', () => {
  expect(find(perform(tab, { kind: 'length', id: 'fan', metres: 9 }), 'fan')).toMatchObject({ lengthM: 9, scale: 1 });
  const scaled = perform(tab, { kind: 'tab-scale', pixelsPerMetre: 20 });
  expect(perform(scaled, { kind: 'tab-scale', pixelsPerMetre: null }).machines).toBe(scaled.machines);
});

it('adds new machines at their usual length, and undoes the scale', () => {
  const editor = new Editor(tab);
  editor.act({ kind: 'tab-scale', pixelsPerMetre: 20 });
  editor.addMachine(9, { x: 200, y: 200 });
  expect(editor.snapshot().tab.machines.at(-1)).toMatchObject({ lengthM: 1.6 });
  editor.undo();
  editor.undo();
  expect(editor.snapshot().tab).toEqual(tab);
});
