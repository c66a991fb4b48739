import { describe, expect, it } from 'vitest';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
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
  lengthM: null,
  area: '',
  flip: false,
  bindings: [{ point: 'head-bearing', sensor: '1.4.4000' }],
  stateSensor: null,
});
const view = { x: 0, y: 0, width: 1376, height: 716 };
const meets = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const ask = (one: Machine) => ({ machine: one, sensor: '1.4.4000', isFollowed: false });

describe('the callout of an alarm', () => {
  it('is placed beside its machine where there is space, with its leader at the sensor point', () => {
    const leg = machine('leg', 20, 100);
    const [callout] = placeCallouts([ask(leg)], [leg], view, 1);
    expect(callout?.box.x).toBeGreaterThanOrEqual(leg.x + 178);
    expect(callout?.point).toMatchObject({ x: 100, y: 160 });
  });

  it('avoids neighbours, obstacles and other callouts', () => {
    const machines = [machine('a', 500, 100), machine('b', 250, 100, 5)];
    const corner = { x: 0, y: 0, width: 240, height: 500 };
    const [a, b] = placeCallouts(machines.map(ask), machines, view, 1, [corner]).map((callout) => callout.box);
    if (a === undefined || b === undefined) throw new Error('two callouts');
    expect(meets(a, b)).toBe(false);
    for (const one of [a, b]) {
      expect(meets(one, corner)).toBe(false);
      for (const { x, y } of machines) expect(meets(one, { x, y, width: 140, height: 260 })).toBe(false);
    }
  });

  it('never lies over its own machine, however little place is left', () => {
    const leg = machine('leg', 0, 0);
    const own = boxOfMachine(leg);
    const [callout] = placeCallouts([ask(leg)], [leg], { x: 0, y: 0, width: 300, height: own.height + 180 }, 1);
    expect(callout && meets(callout.box, own)).toBe(false);
    expect(placeCallouts([ask(leg)], [leg], { x: 0, y: 0, width: 300, height: own.height + 80 }, 1)).toEqual([]);
  });

  it('goes without its curve where it would cover a pipe, and its leader starts above the curve', () => {
    const leg = machine('leg', 20, 140);
    const pipe = Array.from({ length: 14 }, (_, i) => ({ x: i * 100, y: 120, width: 12, height: 12 }));
    // Below the pipe, everything is full.
    const floor = { x: 0, y: 132, width: 1_376, height: 584 };
    const [callout] = placeCallouts([ask(leg)], [leg], view, 1, [floor], pipe);
    expect(callout).toMatchObject({ hasCurve: false, box: { height: 92 } });
    for (const piece of pipe) expect(callout && meets(callout.box, piece)).toBe(false);
    const other = machine('leg', 20, 100);
    const [free] = placeCallouts([ask(other)], [other], view, 1);
    if (free === undefined) throw new Error('no callout');
    expect(free.hasCurve).toBe(true);
    expect(free.from.y).toBeLessThanOrEqual(free.box.y + 64);
  });

  it('has its leader from a side or above, never along its machine, and gives up its curve for that', () => {
    const leg = machine('leg', 300, 110);
    const { height } = boxOfMachine(leg);
    const ground = { ...view, height: 110 + height + 160 };
    const [callout] = placeCallouts(
      [ask(leg)],
      [leg],
      ground,
      1,
      [{ x: 0, y: 0, width: 300, height: 900 }],
      [{ x: 478, y: 106, width: 900, height: height }],
    );
    expect(callout?.hasCurve).toBe(false);
    expect(callout?.from.y).toBeLessThan(leg.y);
  });

  it('has the same size on screen at every zoom', () => {
    const leg = machine('leg', 2_000, 1_000);
    const far = { x: 0, y: 0, width: 13_760, height: 7_160 };
    const [callout] = placeCallouts([ask(leg)], [leg], far, 0.1);
    expect(callout?.box).toMatchObject({ width: 2_480, height: 1_200 });
  });

  it('is left out when its machine is not in view, and when it would cover the drawing', () => {
    const leg = machine('leg', 5_000, 100);
    expect(placeCallouts([ask(leg)], [leg], view, 1)).toEqual([]);
    const crowd = Array.from({ length: 40 }, (_, i) => machine(`m${i}`, (i % 10) * 140, Math.floor(i / 10) * 180));
    const [first] = crowd;
    expect(first && placeCallouts([ask(first)], crowd, view, 1)).toEqual([]);
  });
});
