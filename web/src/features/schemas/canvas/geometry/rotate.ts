import type { Box, Point } from '../tab.ts';
import { middle, snapFine } from './positions.ts';

/** A box rotated about its centre, as shapes are. */
export interface RotatedBox extends Box {
  /** Degrees, clockwise. */
  readonly angle: number;
}

/** Which edges a handle moves: -1 left or top, 1 right or bottom, 0 none. */
export interface Handle {
  readonly across: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

const rotate = (point: Point, about: Point, degrees: number): Point => {
  const a = (degrees * Math.PI) / 180;
  const dx = point.x - about.x;
  const dy = point.y - about.y;
  return {
    x: about.x + dx * Math.cos(a) - dy * Math.sin(a),
    y: about.y + dx * Math.sin(a) + dy * Math.cos(a),
  };
};

/** The position of a handle on a rotated box. */
export function handlePosition(shape: RotatedBox, handle: Handle): Point {
  const c = middle(shape);
  return rotate(
    { x: c.x + (handle.across * shape.width) / 2, y: c.y + (handle.down * shape.height) / 2 },
    c,
    shape.angle,
  );
}

const opposite = (handle: Handle): Handle => ({
  across: handle.across === 1 ? -1 : handle.across === -1 ? 1 : 0,
  down: handle.down === 1 ? -1 : handle.down === -1 ? 1 : 0,
});

/**
 * Resizes a rotated box by moving a handle by dx, dy on the canvas: the opposite handle stays in place on the canvas.
 * `min` is the smallest side; a side that no handle moves keeps its size.
 */
export function resizeRotated(shape: RotatedBox, handle: Handle, dx: number, dy: number, min: number): RotatedBox {
  const along = rotate({ x: dx, y: dy }, { x: 0, y: 0 }, -shape.angle);
  const width = handle.across === 0 ? shape.width : Math.max(min, snapFine(shape.width + handle.across * along.x));
  const height = handle.down === 0 ? shape.height : Math.max(min, snapFine(shape.height + handle.down * along.y));
  const still = handlePosition(shape, opposite(handle));
  const grown: RotatedBox = { ...shape, width, height };
  const moved = handlePosition(grown, opposite(handle));
  return { ...grown, x: snapFine(shape.x + still.x - moved.x), y: snapFine(shape.y + still.y - moved.y) };
}

/** Degrees from 0 to 359, in multiples of `step`, at which the rotate handle above the box points at the pointer. */
export function angleTo(shape: Box, pointer: Point, step = 1): number {
  const c = middle(shape);
  const degrees = (Math.atan2(pointer.y - c.y, pointer.x - c.x) * 180) / Math.PI + 90;
  const rounded = Math.round(degrees / step) * step;
  return ((rounded % 360) + 360) % 360;
}

/** The axis-aligned bounding box of a rotated box. */
export function boundsOfRotated(shape: RotatedBox): Box {
  if (shape.angle % 360 === 0) return { x: shape.x, y: shape.y, width: shape.width, height: shape.height };
  const corners = ([-1, 1] as const).flatMap((across) =>
    ([-1, 1] as const).map((down) => handlePosition(shape, { across, down })),
  );
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Scale from `min` to `max` at which a machine's bottom right corner follows the pointer; keeps the aspect ratio. */
export function scaleTo(box: Box, scale: number, dx: number, dy: number, min: number, max: number): number {
  const unitWidth = box.width / scale;
  const unitHeight = box.height / scale;
  const byWidth = (box.width + dx) / unitWidth;
  const byHeight = (box.height + dy) / unitHeight;
  // The larger of the two, so that the corner never lags behind the pointer.
  const scaled = Math.max(byWidth, byHeight);
  return Math.round(Math.min(max, Math.max(min, scaled)) * 1000) / 1000;
}
