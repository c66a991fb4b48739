import type { Box } from './projection.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position of a label: its upper left corner. */
export interface LabelPlace extends Point {
  /** The point on the label's edge that is nearest to its site. */
  readonly end: Point;
}

/** Distance in px between a site's mark and its label. */
const gap = 12;
const markRadius = 8;

const overlaps = (a: Point & Box, b: Point & Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Possible positions, best first: beside the mark, above and below it, then further up and down. */
const candidates = ({ x, y }: Point, { width, height }: Box): readonly Point[] => {
  const [right, left, middle] = [x + gap, x - gap - width, x - width / 2];
  const beside = y - height / 2;
  return [
    { x: right, y: beside },
    { x: left, y: beside },
    { x: middle, y: y + gap },
    { x: middle, y: y - gap - height },
    ...[1, -1, 2, -2, 3, -3].flatMap((rows) => [
      { x: right, y: beside + rows * (height + 4) },
      { x: left, y: beside + rows * (height + 4) },
    ]),
  ];
};

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * A position for each label within the drawing at which it overlaps no other label, no mark and nothing in `taken`;
 * null if there is none. Earlier labels are placed first.
 */
export const labelPlaces = (
  sites: readonly (Point & { readonly label: Box })[],
  drawing: Box,
  /** Other boxes on the drawing. */
  taken: readonly (Point & Box)[] = [],
): readonly (LabelPlace | null)[] => {
  const marks = sites.map(({ x, y }) => ({
    x: x - markRadius,
    y: y - markRadius,
    width: 2 * markRadius,
    height: 2 * markRadius,
  }));
  const placed: (Point & Box)[] = [];
  return sites.map(({ label, ...site }) => {
    const isFree = ({ x, y }: Point): boolean => {
      const box = { x, y, ...label };
      const isInside =
        x >= 2 && y >= 2 && x + label.width <= drawing.width - 2 && y + label.height <= drawing.height - 2;
      return isInside && ![...marks, ...taken, ...placed].some((other) => overlaps(box, other));
    };
    const place = candidates(site, label).find(isFree);
    if (!place) return null;
    placed.push({ ...place, ...label });
    const end = {
      x: within(site.x, place.x, place.x + label.width),
      y: within(site.y, place.y, place.y + label.height),
    };
    return { ...place, end };
  });
};
