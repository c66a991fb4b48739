import { around, boxOf } from '../../canvas/geometry/positions.ts';
import { boundsOfRotated } from '../../canvas/geometry/rotate.ts';
import type { Box, Placed, Point, Tab } from '../../canvas/tab.ts';

type Size = Pick<Tab, 'width' | 'height'>;

/** Ground may extend beyond the tab; everything else stays on it. */
const staysOn = (element: Placed): boolean => element.kind !== 'shape' || element.shape !== 'default';
const outer = (element: Placed): Box => (element.kind === 'shape' ? boundsOfRotated(element) : boxOf(element));

const within = (move: number, near: number, far: number, side: number): number =>
  Math.min(Math.max(0, side - far), Math.max(Math.min(0, -near), move));

/** Limits a movement so that the elements stay on the tab; elements outside may move back, but no further away. */
export function limitMove(elements: readonly Placed[], by: Point, tab: Size): Point {
  const box = around(elements.filter(staysOn).map(outer));
  if (box === null) return by;
  return {
    x: within(by.x, box.x, box.x + box.width, tab.width),
    y: within(by.y, box.y, box.y + box.height, tab.height),
  };
}

/** The offset that moves new elements onto the tab; aligned with its upper left corner if they are larger. */
export function offsetOntoTab(elements: readonly Placed[], tab: Size): Point {
  const box = around(elements.filter(staysOn).map(outer));
  if (box === null) return { x: 0, y: 0 };
  const back = (near: number, length: number, side: number): number =>
    near + length > side || near < 0 ? Math.max(0, Math.min(near, side - length)) - near : 0;
  return { x: back(box.x, box.width, tab.width), y: back(box.y, box.height, tab.height) };
}
