import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  angleTo,
  boundsOfRotated,
  type Handle,
  handlePosition,
  type RotatedBox,
  resizeRotated,
  scaleTo,
} from './rotate.ts';

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((across) =>
  ([-1, 0, 1] as const).map((down) => ({ across, down })),
);
const box: RotatedBox = { x: 100, y: 100, width: 80, height: 40, angle: 0 };
const far = { noNaN: true, min: -500, max: 500 };

describe('resizing a rotated shape', () => {
  it('keeps the opposite handle in place on the canvas, at any angle', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...handles),
        fc.integer({ min: 0, max: 359 }),
        fc.double(far),
        fc.double(far),
        (handle, angle, dx, dy) => {
          const shape = { ...box, angle };
          const other: Handle = {
            across: (0 - handle.across) as Handle['across'],
            down: (0 - handle.down) as Handle['down'],
          };
          const before = handlePosition(shape, other);
          const after = handlePosition(resizeRotated(shape, handle, dx, dy, 10), other);
          expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(0.5);
          expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(0.5);
        },
      ),
    );
  });

  it('never goes below the smallest size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...handles),
        fc.integer({ min: 0, max: 359 }),
        fc.double(far),
        fc.double(far),
        (handle, angle, dx, dy) => {
          const shape = resizeRotated({ ...box, angle }, handle, dx, dy, 10);
          expect(shape.width).toBeGreaterThanOrEqual(10);
          expect(shape.height).toBeGreaterThanOrEqual(10);
        },
      ),
    );
  });

  it('keeps the height of a line when only its ends move', () => {
    const line: RotatedBox = { x: 0, y: 0, width: 78, height: 3, angle: 30 };
    const longer = resizeRotated(line, { across: 1, down: 0 }, 40, 25, 10);
    expect(longer.height).toBe(3);
    expect(longer.width).toBeGreaterThan(78);
  });

  it('follows the pointer along the rotated axis', () => {
    expect(resizeRotated({ ...box, angle: 90 }, { across: 1, down: 0 }, 0, 30, 10).width).toBe(110);
  });
});

describe('rotating a shape', () => {
  it('points its top at the pointer', () => {
    const c = { x: 140, y: 120 };
    expect(angleTo(box, { x: c.x, y: 0 })).toBe(0);
    expect(angleTo(box, { x: 500, y: c.y })).toBe(90);
    expect(angleTo(box, { x: c.x, y: 500 })).toBe(180);
    expect(angleTo(box, { x: 0, y: c.y })).toBe(270);
  });

  it('rotates in steps on request', () => {
    expect(angleTo(box, { x: 180, y: 20 }, 15) % 15).toBe(0);
  });

  it('computes the upright bounding box', () => {
    const bounds = boundsOfRotated({ ...box, angle: 90 });
    expect(bounds.width).toBeCloseTo(40);
    expect(bounds.height).toBeCloseTo(80);
    expect(boundsOfRotated(box)).toEqual({ x: 100, y: 100, width: 80, height: 40 });
  });
});

describe('resizing a machine', () => {
  it('keeps the aspect and the bounds of its scale', () => {
    const machine = { x: 0, y: 0, width: 100, height: 200 };
    expect(scaleTo(machine, 1, 50, 0, 0.02, 50)).toBe(1.5);
    expect(scaleTo(machine, 1, 0, 100, 0.02, 50)).toBe(1.5);
    expect(scaleTo(machine, 1, -1000, -1000, 0.02, 50)).toBe(0.02);
  });
});
