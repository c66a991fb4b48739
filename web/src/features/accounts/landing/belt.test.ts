import { describe, expect, it } from 'vitest';
import { beltOf, bucketsOf, type Stretch, spanOf, turnDegrees } from './belt.ts';

const belt = beltOf(560);
const stretches: readonly Stretch[] = ['up', 'head', 'down', 'boot'];

describe('the belt of the drawing', () => {
  it('closes: its length is a whole number of pitches', () => {
    expect(spanOf(belt, 'boot')[1]).toBeCloseTo(belt.pitch * belt.count, 9);
  });

  it('starts each section where the previous one ends', () => {
    for (const [i, stretch] of stretches.entries()) {
      const before = stretches[i - 1];
      if (before) expect(spanOf(belt, stretch)[0]).toBe(spanOf(belt, before)[1]);
    }
  });

  it('fills every section before and after a loop', () => {
    for (const stretch of stretches) {
      const [from, to] = spanOf(belt, stretch);
      const places = bucketsOf(belt, stretch).map((bucket) => bucket.at);
      expect(Math.min(...places)).toBeLessThanOrEqual(from - belt.pitch);
      expect(Math.max(...places)).toBeGreaterThanOrEqual(to);
    }
  });

  it('turns a pulley by as much belt as one pitch', () => {
    expect((turnDegrees(belt) / 360) * 2 * Math.PI * belt.radius).toBeCloseTo(belt.pitch, 9);
  });

  it('puts the first bucket on the left going up and turns it over the head pulley', () => {
    expect(bucketsOf(belt, 'up')[1]?.transform).toBe(`matrix(-1 0 0 -1 55 ${belt.bootY})`);
    expect(bucketsOf(belt, 'down')[0]?.transform).toMatch(/^matrix\(1 0 0 1 105 /);
  });
});
