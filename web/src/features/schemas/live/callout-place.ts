import { anchorPositions, boxOfMachine, sensorPositions } from '../canvas/geometry/positions.ts';
import type { Box, Machine, Point } from '../canvas/tab.ts';

/** In screen pixels: name, value and times; the curve and what followed add their rows. */
const calloutSize = { width: 248, height: 92, curve: 28, followed: 24 } as const;
/** The leader leaves a side beside the words, not beside the curve below them. */
const leaderRoom = 64;
const margin = 12;
const steps = { across: 28, down: 16 } as const;
/** A callout is left out if more than this fraction of it would cover machines. */
const maxCovered = 0.25;
/** A callout gives up its curve for a place that costs less by more than this. */
const curveWorth = 0.3;

export interface Callout {
  readonly machineId: string;
  readonly box: Box;
  /** Without it the callout fits where it would otherwise cover a pipe. */
  readonly hasCurve: boolean;
  /** The sensor point, where the leader ends. */
  readonly point: Point;
  /** The point on the callout's edge where the leader starts. */
  readonly from: Point;
}

const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
};

interface CalloutRequest {
  readonly machine: Machine;
  readonly sensor: string | null;
  /** Something followed, which the callout names. */
  readonly isFollowed: boolean;
}

/** The position of the bound sensor on the machine. */
function pointOf(machine: Machine, sensor: string | null): Point {
  const bound = machine.bindings.find((binding) => binding.sensor === sensor)?.point;
  const place = sensorPositions(machine).find((one) => one.id === bound) ?? anchorPositions(machine)[0];
  const box = boxOfMachine(machine);
  return place ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The length of a leader over its own machine, which it would strike out. */
function struckOut(from: Point, to: Point, box: Box): number {
  const enters = (a: number, b: number, low: number, high: number): number =>
    a < low ? (low - a) / (b - a) : a > high ? (a - high) / (a - b) : 0;
  const share = Math.max(
    enters(from.x, to.x, box.x, box.x + box.width),
    enters(from.y, to.y, box.y, box.y + box.height),
  );
  return (1 - share) * Math.hypot(to.x - from.x, to.y - from.y);
}

const isWithin = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/**
 * Places callouts on free canvas within the view, near their sensor points, never over their own machine, with a short
 * leader that does not run along it, and covering others as little as possible; one goes without its curve where that
 * covers fewer pipes or is much nearer. A machine outside the view, or without free canvas near it, gets none: the list
 * of machines that are not normal has it.
 */
export function placeCallouts(
  requests: readonly CalloutRequest[],
  machines: readonly Machine[],
  view: Box,
  zoom: number,
  obstacles: readonly Box[] = [],
  pipes: readonly Box[] = [],
): readonly Callout[] {
  const drawn = machines.map(boxOfMachine);
  const taken: Box[] = [...obstacles];
  const pad = margin / zoom;
  const width = calloutSize.width / zoom;
  const [left, top, across] = [view.x + pad, view.y + pad, view.width - width - 2 * pad];
  const placesOf = (height: number): readonly Box[] => {
    const down = view.height - height - 2 * pad;
    if (across < 0 || down < 0) return [];
    return Array.from({ length: (steps.across + 1) * (steps.down + 1) }, (_, i) => ({
      x: left + (across * (i % (steps.across + 1))) / steps.across,
      y: top + (down * Math.floor(i / (steps.across + 1))) / steps.down,
      width,
      height,
    }));
  };
  return requests.flatMap(({ machine, sensor, isFollowed }) => {
    const point = pointOf(machine, sensor);
    if (!isWithin(point, view)) return [];
    const own = boxOfMachine(machine);
    const covered = (place: Box): number => drawn.reduce((sum, box) => sum + overlap(place, box), 0);
    const blocked = (place: Box): number => taken.reduce((sum, box) => sum + overlap(place, box), 0);
    const piped = (place: Box): number => pipes.filter((box) => overlap(place, box) > 0).length;
    const away = (place: Box): number => {
      const from = leaveOf(place, point);
      return Math.hypot(from.x - point.x, from.y - point.y) + 2 * struckOut(from, point, own);
    };
    const bestOf = (height: number): { readonly place: Box; readonly cost: number } | null => {
      const size = width * height;
      const cost = (place: Box): number =>
        (4 * covered(place) + 20 * blocked(place)) / size + piped(place) / 2 + away(place) / (2 * (width + height));
      const best = placesOf(height).reduce<ReturnType<typeof bestOf>>((found, place) => {
        if (overlap(place, own) > 0) return found;
        const asked = cost(place);
        return found === null || asked < found.cost ? { place, cost: asked } : found;
      }, null);
      return best === null || covered(best.place) + blocked(best.place) > maxCovered * size ? null : best;
    };
    const bare = (calloutSize.height + (isFollowed ? calloutSize.followed : 0)) / zoom;
    const [full, small] = [bestOf(bare + calloutSize.curve / zoom), bestOf(bare)];
    const hasCurve = full !== null && (small === null || full.cost <= small.cost + curveWorth);
    const box = (hasCurve ? full : small)?.place;
    if (box === undefined) return [];
    taken.push(box);
    const from = leaveOf(box, point);
    const isBeside = point.x < box.x || point.x > box.x + box.width;
    const y = isBeside ? Math.min(from.y, box.y + leaderRoom / zoom) : from.y;
    return [{ machineId: machine.id, box, hasCurve, point, from: { x: from.x, y } }];
  });
}

/** The nearest point of the callout's edge. */
const leaveOf = (box: Box, point: Point): Point => ({
  x: Math.min(box.x + box.width, Math.max(box.x, point.x)),
  y: Math.min(box.y + box.height, Math.max(box.y, point.y)),
});
