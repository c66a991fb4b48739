import { anchorPlaces, boxOfMachine, sensorPlaces } from '../canvas/geometry/place.ts';
import type { Box, Machine, Point } from '../canvas/tab.ts';

export const calloutSize = { width: 216, height: 124 } as const;
const gap = 36;

export interface Callout {
  readonly machineId: string;
  readonly box: Box;
  /** The sensor point of the callout, where its leader begins. */
  readonly point: Point;
  readonly from: Point;
}

const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
};

const outside = (box: Box, tab: { readonly width: number; readonly height: number }): number =>
  box.width * box.height - overlap(box, { x: 0, y: 0, width: tab.width, height: tab.height });

/** The position of the bound sensor on the machine. */
function pointOf(machine: Machine, sensor: string | null): Point {
  const bound = machine.bindings.find((binding) => binding.sensor === sensor)?.point;
  const place = sensorPlaces(machine).find((one) => one.id === bound) ?? anchorPlaces(machine)[0];
  const box = boxOfMachine(machine);
  return place ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Places each callout beside its machine where it covers least of machines, other callouts and the edge of the tab. */
export function placeCallouts(
  requests: readonly { readonly machine: Machine; readonly sensor: string | null }[],
  machines: readonly Machine[],
  tab: { readonly width: number; readonly height: number },
  scale = 1,
): readonly Callout[] {
  const taken: Box[] = machines.map(boxOfMachine);
  const [width, height] = [calloutSize.width * scale, calloutSize.height * scale];
  return requests.map(({ machine, sensor }) => {
    const point = pointOf(machine, sensor);
    const box = boxOfMachine(machine);
    const y = point.y - height / 3;
    const candidates: readonly Box[] = [
      { x: box.x - gap - width, y, width, height },
      { x: box.x + box.width + gap, y, width, height },
      { x: box.x - gap - width, y: y - height, width, height },
      { x: box.x + box.width + gap, y: y - height, width, height },
      { x: box.x - gap - width, y: y + height, width, height },
      { x: box.x + box.width + gap, y: y + height, width, height },
      { x: box.x + box.width / 2 - width / 2, y: box.y - gap - height, width, height },
      { x: box.x + box.width / 2 - width / 2, y: box.y + box.height + gap, width, height },
    ];
    const cost = (one: Box): number =>
      taken.reduce((sum, other) => sum + overlap(one, other), 0) + 3 * outside(one, tab);
    const best = candidates.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    taken.push(best);
    const from = {
      x: Math.min(best.x + best.width, Math.max(best.x, point.x)),
      y: Math.min(best.y + best.height, Math.max(best.y, point.y)),
    };
    return { machineId: machine.id, box: best, point, from };
  });
}
