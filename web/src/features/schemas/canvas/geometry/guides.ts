import type { Box } from '../tab.ts';

/** A dashed line that marks aligned edges or middles. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** The distance to the nearest neighbour, shown as a number. */
export interface Gap {
  readonly axis: 'x' | 'y';
  readonly from: number;
  readonly to: number;
  /** The other coordinate at which it is drawn. */
  readonly at: number;
}

export interface Snap {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
  readonly gaps: readonly Gap[];
}

const lines = (start: number, length: number): readonly number[] => [start, start + length / 2, start + length];

interface Match {
  readonly by: number;
  readonly at: number;
}

function nearest(own: readonly number[], others: readonly number[], maxDistance: number): Match | null {
  let best: Match | null = null;
  for (const edge of own) {
    for (const at of others) {
      const by = at - edge;
      if (Math.abs(by) <= maxDistance && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

/** Snaps a moving box to the edges and middles of its neighbours, else to the grid; `maxDistance` in canvas units. */
export function snapBox(
  box: Box,
  neighbours: readonly Box[],
  options: { readonly maxDistance: number; readonly grid: number | null; readonly toNeighbours: boolean },
): Snap {
  const { maxDistance, grid, toNeighbours } = options;
  const onX = toNeighbours ? neighbours.flatMap((other) => lines(other.x, other.width)) : [];
  const onY = toNeighbours ? neighbours.flatMap((other) => lines(other.y, other.height)) : [];
  const x = nearest(lines(box.x, box.width), onX, maxDistance);
  const y = nearest(lines(box.y, box.height), onY, maxDistance);
  const toGrid = (start: number): number => (grid === null ? 0 : Math.round(start / grid) * grid - start);
  const dx = x?.by ?? toGrid(box.x);
  const dy = y?.by ?? toGrid(box.y);
  const guides: Guide[] = [];
  if (x !== null) guides.push({ axis: 'x', at: x.at });
  if (y !== null) guides.push({ axis: 'y', at: y.at });
  const moved = { ...box, x: box.x + dx, y: box.y + dy };
  return { dx, dy, guides, gaps: guides.length > 0 ? gapsTo(moved, neighbours) : [] };
}

const overlaps = (a: number, aLength: number, b: number, bLength: number): boolean =>
  a < b + bLength && b < a + aLength;

/** The nearest neighbours left or right and above or below, in the same row or column. */
export function gapsTo(box: Box, neighbours: readonly Box[]): readonly Gap[] {
  const gaps: Gap[] = [];
  const rows = neighbours.filter((other) => overlaps(box.y, box.height, other.y, other.height));
  const columns = neighbours.filter((other) => overlaps(box.x, box.width, other.x, other.width));
  const across = closest(rows.map((other) => between(box.x, box.width, other.x, other.width)));
  const down = closest(columns.map((other) => between(box.y, box.height, other.y, other.height)));
  if (across) gaps.push({ axis: 'x', ...across, at: box.y + box.height / 2 });
  if (down) gaps.push({ axis: 'y', ...down, at: box.x + box.width / 2 });
  return gaps;
}

interface Spacing {
  readonly from: number;
  readonly to: number;
}

function between(a: number, aLength: number, b: number, bLength: number): Spacing | null {
  if (b + bLength <= a) return { from: b + bLength, to: a };
  if (a + aLength <= b) return { from: a + aLength, to: b };
  return null;
}

const closest = (spacings: readonly (Spacing | null)[]): Spacing | null =>
  spacings.reduce<Spacing | null>(
    (best, gap) => (gap !== null && (best === null || gap.to - gap.from < best.to - best.from) ? gap : best),
    null,
  );
