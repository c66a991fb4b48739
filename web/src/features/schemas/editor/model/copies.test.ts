import { describe, expect, it } from 'vitest';
import { boxOfMachine } from '../../canvas/geometry/positions.ts';
import type { Machine } from '../../canvas/tab.ts';
import { type Offer, targetsOf } from './copies.ts';
import { Editor } from './editor.ts';
import { blankTab } from './testing/random-actions.ts';

const offer = (device: number, group: string, name: string, more: Partial<Offer> = {}): Offer => ({
  id: `${device}.${group}.${name}`.replaceAll(' ', '-'),
  name,
  group_name: group,
  device: `Leg ${device}`,
  device_id: device,
  inUse: null,
  ...more,
});
const machine = (id: string, name: string, more: Partial<Machine> = {}): Machine => ({
  kind: 'machine',
  id,
  savedId: 3,
  name,
  type: 1,
  x: 20,
  y: 20,
  scale: 0.5,
  stretch: 0,
  lengthM: null,
  area: 'Intake',
  flip: false,
  bindings: [],
  stateSensor: null,
  ...more,
});
const legs = Array.from({ length: 20 }, (_, i) => i + 1);
const site = legs.flatMap((n) => [
  offer(n, 'Temperature', 'Head bearing'),
  offer(n, 'Speed', 'Belt speed'),
  offer(n, 'System', 'State'),
]);
const leg1 = machine('leg', 'Leg 1', {
  bindings: [
    { point: 'head-bearing', sensor: '1.Temperature.Head-bearing' },
    { point: 'speed', sensor: '1.Speed.Belt-speed' },
  ],
  stateSensor: '1.System.State',
});

describe('possible copies of machines', () => {
  it('finds the same sensors of the other devices by name, in order', () => {
    const targets = targetsOf([leg1], site);
    expect(targets.map(({ label }) => label)).toEqual(legs.slice(1).map((n) => `Leg ${n}`));
    expect(targets[0]?.rows.map(({ to }) => to?.id)).toEqual([
      '2.Temperature.Head-bearing',
      '2.Speed.Belt-speed',
      '2.System.State',
    ]);
    expect(targets[0]?.rename('Leg 1')).toBe('Leg 2');
  });

  it('finds sensors of the same device that differ by the number alone', () => {
    const names = [1, 2, 11].flatMap((n) => [
      offer(5, 'Nodes', `Bin ${n} temperature`, { device: 'F500' }),
      offer(5, 'Nodes', `Bin ${n} level`, { device: 'F500' }),
    ]);
    const bin = machine('bin', 'Bin 1', {
      bindings: [{ point: 'temperature', sensor: '5.Nodes.Bin-1-temperature' }],
    });
    const targets = targetsOf([bin], names);
    expect(targets.map(({ label, rows }) => [label, rows[0]?.to?.name])).toEqual([
      ['Bin 2', 'Bin 2 temperature'],
      ['Bin 11', 'Bin 11 temperature'],
    ]);
  });

  it('says what is missing and what is in use, and offers no target without a free sensor', () => {
    const used = 'Already in use at Intake, Old leg';
    const some = site
      .filter(({ id }) => id !== '2.Speed.Belt-speed')
      .map((one) => (one.device_id === 3 ? { ...one, inUse: used } : one));
    const targets = targetsOf([leg1], some);
    expect(targets.map(({ label }) => label)).not.toContain('Leg 3');
    expect(targets.find(({ label }) => label === 'Leg 2')).toMatchObject({ mapped: 2, rows: [{}, { to: null }, {}] });
    expect(targetsOf([machine('new', 'Leg 9')], site)).toEqual([]);
  });
});

describe('copying', () => {
  const started = () => {
    const editor = new Editor({ ...blankTab, width: 400, height: 300, machines: [leg1] });
    editor.select(['leg']);
    return editor;
  };

  it('makes twenty equal legs with their sensors, all on the tab, in one step', () => {
    const editor = started();
    expect(editor.copyTo(targetsOf([leg1], site), 40)).toBe(true);
    const { tab } = editor.snapshot();
    expect(tab.machines.map(({ name }) => name)).toEqual(legs.map((n) => `Leg ${n}`));
    expect(new Set(tab.machines.flatMap(({ bindings }) => bindings.map(({ sensor }) => sensor))).size).toBe(40);
    expect(tab.machines.at(-1)).toMatchObject({ savedId: null, area: 'Intake', stateSensor: '20.System.State' });
    for (const box of tab.machines.map(boxOfMachine)) expect(box.x + box.width).toBeLessThanOrEqual(tab.width);
    editor.undo();
    expect(editor.snapshot().tab).toMatchObject({ width: 400, machines: [{ id: 'leg' }] });
  });

  it('binds no sensor twice', () => {
    const editor = started();
    const [target] = targetsOf([leg1], site);
    if (target === undefined) throw new Error('no target');
    editor.copyTo([target, target], 40);
    const bound = editor.snapshot().tab.machines.map(({ bindings }) => bindings.length);
    expect(bound).toEqual([2, 2, 0]);
  });

  it('begins a second row where a tab may not be wider, and refuses what fits nowhere', () => {
    const editor = started();
    expect(editor.copyTo(targetsOf([leg1], site), 1_800)).toBe(true);
    expect(editor.snapshot().tab.width).toBeLessThanOrEqual(10_000);
    expect(editor.snapshot().tab.machines.some(({ y }) => y > 1_000)).toBe(true);
    const full = started();
    expect(full.copyTo(targetsOf([leg1], site), 9_000)).toBe(false);
    expect(full.snapshot().tab.machines).toHaveLength(1);
  });
});
