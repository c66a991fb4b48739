import { anchorPositions, boxOfMachine, sensorPositions } from '../canvas/geometry/positions.ts';
import type { Box, Machine, Point } from '../canvas/tab.ts';

/** In screen pixels. */
const calloutSize = { width: 248, height: 152 } as const;
const margin = 12;
const steps = { across: 28, down: 16 } as const;
/** A callout is left out if more than this fraction of it would cover machines. */
const maxCovered = 0.25;

export interface Callout {
  readonly machineId: string;
  readonly box: Box;
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

/** The position of the bound sensor on the machine. */
function pointOf(machine: Machine, sensor: string | null): Point {
  const bound = machine.bindings.find((binding) => binding.sensor === sensor)?.point;
  const place = sensorPositions(machine).find((one) => one.id === bound) ?? anchorPositions(machine)[0];
  const box = boxOfMachine(machine);
  return place ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const isWithin = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/**
 * Places callouts on free canvas within the view, near their sensor points, never over their own machine and covering
 * others as little as possible. A
 * machine outside the view, or without free canvas near it, gets none: the list of machines that are not normal has it.
 */
export function placeCallouts(
  requests: readonly { readonly machine: Machine; readonly sensor: string | null }[],
  machines: readonly Machine[],
  view: Box,
  zoom: number,
  obstacles: readonly Box[] = [],
): readonly Callout[] {
  const drawn = machines.map(boxOfMachine);
  const taken: Box[] = [...obstacles];
  const [width, height] = [calloutSize.width / zoom, calloutSize.height / zoom];
  const pad = margin / zoom;
  const [left, top] = [view.x + pad, view.y + pad];
  const [across, down] = [view.width - width - 2 * pad, view.height - height - 2 * pad];
  if (across < 0 || down < 0) return [];
  const places = Array.from(
    { length: (steps.across + 1) * (steps.down + 1) },
    (_, i): Box => ({
      x: left + (across * (i % (steps.across + 1))) / steps.across,
      y: top + (down * Math.floor(i / (steps.across + 1))) / steps.down,
      width,
      height,
    }),
  );
  return requests.flatMap(({ machine, sensor }) => {
    const point = pointOf(machine, sensor);
    if (!isWithin(point, view)) return [];
    const own = boxOfMachine(machine);
    const covered = (place: Box): number => drawn.reduce((sum, box) => sum + overlap(place, box), 0);
    const blocked = (place: Box): number => taken.reduce((sum, box) => sum + overlap(place, box), 0);
    const away = (place: Box): number => {
      const from = leaveOf(place, point);
      return Math.hypot(from.x - point.x, from.y - point.y);
    };
    const cost = (place: Box): number =>
      (4 * covered(place) + 20 * blocked(place)) / (width * height) + away(place) / (2 * (width + height));
    const best = places.reduce<{ readonly place: Box; readonly cost: number } | null>((found, place) => {
      if (overlap(place, own) > 0) return found;
      const asked = cost(place);
      return found === null || asked < found.cost ? { place, cost: asked } : found;
    }, null);
    if (best === null || covered(best.place) + blocked(best.place) > maxCovered * width * height) return [];
    taken.push(best.place);
    return [{ machineId: machine.id, box: best.place, point, from: leaveOf(best.place, point) }];
  });
}

/** The nearest point of the callout's edge. */
const leaveOf = (box: Box, point: Point): Point => ({
  x: Math.min(box.x + box.width, Math.max(box.x, point.x)),
  y: Math.min(box.y + box.height, Math.max(box.y, point.y)),
});
