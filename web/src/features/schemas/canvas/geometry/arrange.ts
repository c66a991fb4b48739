import type { Box, Point } from '../tab.ts';
import { around, snapFine } from './positions.ts';

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'across' | 'down';

const none: Point = { x: 0, y: 0 };

/** Offsets, in the order of `boxes`, that align all boxes on an edge or the middle of their bounding box. */
export function alignBoxes(boxes: readonly Box[], alignment: Alignment): readonly Point[] {
  const all = around(boxes);
  if (all === null) return [];
  const by: Readonly<Record<Alignment, (box: Box) => Point>> = {
    left: (box) => ({ x: all.x - box.x, y: 0 }),
    centre: (box) => ({ x: all.x + all.width / 2 - box.x - box.width / 2, y: 0 }),
    right: (box) => ({ x: all.x + all.width - box.x - box.width, y: 0 }),
    top: (box) => ({ x: 0, y: all.y - box.y }),
    middle: (box) => ({ x: 0, y: all.y + all.height / 2 - box.y - box.height / 2 }),
    bottom: (box) => ({ x: 0, y: all.y + all.height - box.y - box.height }),
  };
  return boxes.map((box) => fine(by[alignment](box)));
}

const fine = (point: Point): Point => ({ x: snapFine(point.x), y: snapFine(point.y) });

/** Offsets, in the order of `boxes`, that make all gaps equal. The outer two stay; needs at least three boxes. */
export function distributeBoxes(boxes: readonly Box[], axis: Axis): readonly Point[] {
  if (boxes.length < 3) return boxes.map(() => none);
  const start = (box: Box) => (axis === 'across' ? box.x : box.y);
  const length = (box: Box) => (axis === 'across' ? box.width : box.height);
  const order = boxes.map((_, i) => i).sort((a, b) => start(boxes[a] ?? zero) - start(boxes[b] ?? zero) || a - b);
  const first = boxes[order[0] ?? 0] ?? zero;
  const end = Math.max(...boxes.map((box) => start(box) + length(box)));
  const filled = boxes.reduce((sum, box) => sum + length(box), 0);
  const gap = (end - start(first) - filled) / (boxes.length - 1);
  const moves: Point[] = boxes.map(() => none);
  let at = start(first);
  for (const i of order) {
    const box = boxes[i] ?? zero;
    const by = snapFine(at - start(box));
    moves[i] = axis === 'across' ? { x: by, y: 0 } : { x: 0, y: by };
    at += length(box) + gap;
  }
  return moves;
}

const zero: Box = { x: 0, y: 0, width: 0, height: 0 };
