import type { NodeChange } from '@xyflow/react';
import { snapBox } from '../../canvas/geometry/guides.ts';
import { around, boxOf } from '../../canvas/geometry/positions.ts';
import { boundsOfRotated } from '../../canvas/geometry/rotate.ts';
import { type Box, type Placed, type Point, placedOf, type Tab } from '../../canvas/tab.ts';
import type { Editor } from '../model/editor.ts';

const gridStep = 8;
const snapDistancePx = 6;

const outer = (element: Placed): Box => (element.kind === 'shape' ? boundsOfRotated(element) : boxOf(element));
/** The box for alignment: other elements align only with the top edge of ground. */
const lineUp = (element: Placed): Box => {
  const box = outer(element);
  return element.kind === 'shape' && element.shape === 'default' ? { ...box, height: 0 } : box;
};

/** Previews a move of these elements by React Flow's offset `raw`, snapped as a whole within 6 px at this zoom. */
export function moveBy(editor: Editor, tab: Tab, ids: readonly string[], raw: Point, zoom: number): void {
  const { snapToGrid, snapToNeighbours } = editor.snapshot();
  const moving = new Set(ids);
  const elements = placedOf(tab);
  const box = around(elements.filter((element) => moving.has(element.id)).map(outer));
  if (box === null) return;
  const snap = snapBox(
    { ...box, x: box.x + raw.x, y: box.y + raw.y },
    snapToNeighbours ? elements.filter((element) => !moving.has(element.id)).map(lineUp) : [],
    { maxDistance: snapDistancePx / zoom, grid: snapToGrid ? gridStep : null, toNeighbours: snapToNeighbours },
  );
  editor.previewAction({ kind: 'move', ids, by: { x: raw.x + snap.dx, y: raw.y + snap.dy } }, snap);
}

/** The dragged nodes and their offset from their positions in the tab; null if none is dragged. */
export function movementOf(tab: Tab, changes: readonly NodeChange[]): { ids: string[]; by: Point } | null {
  const byId = new Map(placedOf(tab).map((element) => [element.id, element]));
  const ids: string[] = [];
  let by: Point | null = null;
  for (const change of changes) {
    if (change.type !== 'position' || change.position === undefined || change.dragging !== true) continue;
    const element = byId.get(change.id);
    if (element === undefined) continue;
    ids.push(change.id);
    by ??= { x: change.position.x - element.x, y: change.position.y - element.y };
  }
  return by === null ? null : { ids, by };
}
