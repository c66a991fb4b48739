import { describe, expect, it } from 'vitest';
import type { Machine } from '../tab.ts';
import { anchorPosition, anchorPositions, boxOfMachine, sensorPositions } from './positions.ts';

const leg: Machine = {
  kind: 'machine',
  id: 'm1',
  savedId: null,
  name: 'Leg',
  type: 1,
  x: 100,
  y: 50,
  scale: 0.5,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: false,
  bindings: [],
  stateSensor: null,
};

describe('positions on a machine', () => {
  it('scales the drawing about the top left corner', () => {
    expect(boxOfMachine(leg)).toEqual({ x: 100, y: 50, width: 89, height: 160 });
    expect(boxOfMachine({ ...leg, stretch: 100 }).height).toBe(210);
  });

  it('mirrors anchors and sensor points when flipped, heights unchanged', () => {
    const box = boxOfMachine(leg);
    const left = [...anchorPositions(leg), ...sensorPositions(leg)];
    const right = [...anchorPositions({ ...leg, flip: true }), ...sensorPositions({ ...leg, flip: true })];
    for (const [i, place] of left.entries()) {
      expect(right[i]?.id).toBe(place.id);
      expect(right[i]?.y).toBe(place.y);
      expect(place.x - box.x + ((right[i]?.x ?? 0) - box.x)).toBeCloseTo(box.width);
    }
  });

  it('gives a connector the first anchor if its own is unknown', () => {
    expect(anchorPosition(leg, 'nowhere')?.id).toBe('inlet');
    expect(anchorPosition({ ...leg, type: 9999 }, 'inlet')).toBeUndefined();
    expect(boxOfMachine({ ...leg, type: 9999 }).width).toBe(60);
  });
});
