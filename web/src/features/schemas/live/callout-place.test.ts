import { describe, expect, it } from 'vitest';
import type { Machine } from '../canvas/tab.ts';
import { placeCallouts } from './callout-place.ts';

const machine = (id: string, x: number, y: number, type = 1): Machine => ({
  kind: 'machine',
  id,
  savedId: null,
  name: id,
  type,
  x,
  y,
  scale: 1,
  stretch: 0,
  flip: false,
  bindings: [{ point: 'head-bearing', sensor: '1.4.4000' }],
  stateSensor: null,
});
const tab = { width: 1376, height: 716 };
const meets = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the callout of an alarm', () => {
  it('is placed beside its machine where there is space, with its leader at the sensor point', () => {
    const leg = machine('leg', 20, 100);
    const [callout] = placeCallouts([{ machine: leg, sensor: '1.4.4000' }], [leg], tab);
    expect(callout?.box.x).toBeGreaterThan(leg.x + 178);
    expect(callout?.point).toMatchObject({ x: 100, y: 160 });
  });

  it('avoids neighbours and other callouts', () => {
    const machines = [machine('a', 500, 100), machine('b', 250, 100, 5)];
    const both = placeCallouts(
      machines.map((one) => ({ machine: one, sensor: '1.4.4000' })),
      machines,
      tab,
    );
    const [a, b] = both.map((callout) => callout.box);
    if (a === undefined || b === undefined) throw new Error('two callouts');
    expect(meets(a, b)).toBe(false);
    for (const one of machines) expect(meets(a, { x: one.x, y: one.y, width: 140, height: 260 })).toBe(false);
  });
});
