import { describe, expect, it } from 'vitest';
import type { Connector, Machine } from '../tab.ts';
import { type AnchorPosition, anchorPosition } from './positions.ts';
import { autoRoute, chevrons, midPoints, roundedPath, routeOf } from './route.ts';

const at = (x: number, y: number, heading: AnchorPosition['heading']): AnchorPosition => ({ id: 'a', x, y, heading });
const machine = (id: string, type: number, x: number, y: number): Machine => ({
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
  bindings: [],
  stateSensor: null,
});
const connector: Connector = {
  kind: 'connector',
  id: 'c',
  from: { machine: 'a', anchor: 'outlet' },
  to: { machine: 'b', anchor: 'inlet' },
  via: [],
};

describe('the automatic route of a connector', () => {
  it('slopes like a spout if steep enough', () => {
    expect(autoRoute(at(0, 0, 'down'), at(60, 100, 'up'))).toEqual([]);
  });

  it('runs at right angles if a spout would be too flat', () => {
    expect(autoRoute(at(0, 0, 'down'), at(400, 100, 'up'))).toEqual([
      { x: 0, y: 50 },
      { x: 400, y: 50 },
    ]);
    expect(autoRoute(at(0, 0, 'right'), at(200, 80, 'left'))).toEqual([
      { x: 100, y: 0 },
      { x: 100, y: 80 },
    ]);
  });

  it('takes one corner between a horizontal and a vertical anchor that face each other', () => {
    expect(autoRoute(at(0, 0, 'right'), at(200, 100, 'up'))).toEqual([{ x: 200, y: 0 }]);
  });

  it('first leads away from the machine if the other lies behind it', () => {
    const [first] = autoRoute(at(0, 0, 'right'), at(-200, 0, 'right'));
    expect(first).toEqual({ x: 24, y: 0 });
  });
});

describe('the route of a connector', () => {
  const machines = new Map([
    ['a', machine('a', 6, 0, 0)],
    ['b', machine('b', 6, 300, 400)],
  ]);

  it('follows its machines and passes through its own points', () => {
    const route = routeOf({ ...connector, via: [{ x: 150, y: 250 }] }, machines);
    expect(route?.points).toEqual([
      { x: 80, y: 157 },
      { x: 150, y: 250 },
      { x: 380, y: 406 },
    ]);
  });

  it('is null if a machine is gone', () => {
    expect(routeOf({ ...connector, to: { machine: 'x', anchor: 'inlet' } }, machines)).toBeNull();
  });

  it('ends at the mirrored anchor when a machine is flipped', () => {
    const leg = machine('a', 1, 0, 0);
    const flipped = new Map([...machines, ['a', { ...leg, flip: true }]] as const);
    expect(routeOf(connector, flipped)?.points[0]).toMatchObject({ x: 178 - 156 });
    expect(anchorPosition({ ...leg, flip: true }, 'outlet')?.x).toBe(22);
  });
});

describe('the look of a connector', () => {
  const bent = [
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 300, y: 200 },
  ];

  it('rounds its bends, tighter where a segment is short', () => {
    expect(roundedPath(bent)).toBe('M0 0L290 0Q300 0 300 10L300 200');
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 8, y: 0 },
        { x: 8, y: 8 },
      ]),
    ).toBe('M0 0L4 0Q8 0 8 4L8 8');
  });

  it('shows the direction of flow every 110 px, at least once', () => {
    expect(chevrons(bent)).toHaveLength(4);
    expect(chevrons(bent).map((mark) => mark.angle)).toEqual([0, 0, 90, 90]);
    expect(
      chevrons([
        { x: 0, y: 0 },
        { x: 60, y: 0 },
      ]),
    ).toHaveLength(1);
    expect(
      chevrons([
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ]),
    ).toHaveLength(0);
  });

  it('offers a new bend midway between each two points', () => {
    expect(midPoints(bent)).toEqual([
      { x: 150, y: 0 },
      { x: 300, y: 100 },
    ]);
  });
});
