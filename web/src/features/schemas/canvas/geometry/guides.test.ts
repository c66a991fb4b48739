import { describe, expect, it } from 'vitest';
import { alignBoxes, distributeBoxes } from './arrange.ts';
import { gapsTo, snapBox } from './guides.ts';

const box = (x: number, y: number, width = 40, height = 40) => ({ x, y, width, height });
const free = { maxDistance: 6, grid: null, toNeighbours: true };

describe('snapping', () => {
  it('takes the nearest edge or middle of a neighbour within reach', () => {
    const snap = snapBox(box(104, 200), [box(100, 0)], free);
    expect(snap).toMatchObject({ dx: -4, dy: 0, guides: [{ axis: 'x', at: 100 }] });
  });

  it('leaves a box alone when nothing is near', () => {
    expect(snapBox(box(150, 200), [box(100, 0)], free)).toMatchObject({ dx: 0, dy: 0, guides: [] });
  });

  it('falls back to the grid on the axis without a neighbour', () => {
    const snap = snapBox(box(104, 203), [box(100, 0)], { ...free, grid: 8 });
    expect(snap).toMatchObject({ dx: -4, dy: -3 });
    expect(snapBox(box(104, 203), [box(100, 0)], { ...free, grid: 8, toNeighbours: false }).guides).toEqual([]);
  });

  it('measures the gap to the nearest neighbour in the row and in the column', () => {
    expect(gapsTo(box(200, 0), [box(0, 10), box(100, 10)])).toEqual([{ axis: 'x', from: 140, to: 200, at: 20 }]);
    expect(gapsTo(box(0, 100), [box(10, 0)])).toEqual([{ axis: 'y', from: 40, to: 100, at: 20 }]);
  });
});

describe('arranging', () => {
  const three = [box(0, 0), box(50, 30, 20, 20), box(200, 10)];

  it('aligns on an edge or middle of the common box', () => {
    expect(alignBoxes(three, 'left').map((move) => move.x)).toEqual([0, -50, -200]);
    expect(alignBoxes(three, 'bottom').map((move) => move.y)).toEqual([10, 0, 0]);
    expect(alignBoxes(three, 'centre').map((move) => move.x)).toEqual([100, 60, -100]);
    expect(alignBoxes([], 'left')).toEqual([]);
  });

  it('distributes the gaps and leaves the first and last in place', () => {
    expect(distributeBoxes(three, 'across')).toEqual([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
      { x: 0, y: 0 },
    ]);
    expect(distributeBoxes(three.slice(0, 2), 'across').every((move) => move.x === 0)).toBe(true);
  });
});
