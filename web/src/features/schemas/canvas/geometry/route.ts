import type { Heading } from '@tocsin/machines/machine';
import type { Connector, Machine, Point } from '../tab.ts';
import { type AnchorPosition, anchorPosition } from './positions.ts';

/** Radius of bends, and distance between the chevrons that show the flow direction. */
const bendRadius = 10;
const chevronEvery = 110;
const stub = 24;
/** The minimum slope of a straight spout; flatter connectors run at right angles. */
const minSlope = 0.35;

const step: Readonly<Record<Heading, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

const isVertical = (heading: Heading): boolean => heading === 'up' || heading === 'down';
const ahead = (from: AnchorPosition, to: Point): number => {
  const { x, y } = step[from.heading];
  return (to.x - from.x) * x + (to.y - from.y) * y;
};
const out = (from: AnchorPosition, by: number): Point => ({
  x: from.x + step[from.heading].x * by,
  y: from.y + step[from.heading].y * by,
});

/** The bends of a connector without points of its own, between two anchors. */
export function autoRoute(from: AnchorPosition, to: AnchorPosition): readonly Point[] {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const faces = ahead(from, to) >= 0 && ahead(to, from) >= 0;
  if (isVertical(from.heading) !== isVertical(to.heading)) {
    const corner = isVertical(from.heading) ? { x: from.x, y: to.y } : { x: to.x, y: from.y };
    if (ahead(from, corner) >= 0 && ahead(to, corner) >= 0) return [corner];
  } else if (faces && isVertical(from.heading)) {
    if (dx === 0 || Math.abs(dy) >= Math.abs(dx) * minSlope) return [];
    const y = from.y + dy / 2;
    return [
      { x: from.x, y },
      { x: to.x, y },
    ];
  } else if (faces) {
    if (dy === 0) return [];
    const x = from.x + dx / 2;
    return [
      { x, y: from.y },
      { x, y: to.y },
    ];
  }
  const first = out(from, stub);
  const last = out(to, stub);
  const corner = isVertical(from.heading) ? { x: last.x, y: first.y } : { x: first.x, y: last.y };
  return [first, corner, last];
}

export interface Route {
  /** All points from anchor to anchor. */
  readonly points: readonly Point[];
  readonly d: string;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** SVG path through the points, with rounded bends; short segments get a smaller radius. */
export function roundedPath(points: readonly Point[], radius = bendRadius): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let d = `M${n(first.x)} ${n(first.y)}`;
  for (const [i, point] of rest.entries()) {
    const next = rest[i + 1];
    const before = points[i] ?? first;
    if (next === undefined) {
      d += `L${n(point.x)} ${n(point.y)}`;
      continue;
    }
    const a = towards(point, before, radius);
    const b = towards(point, next, radius);
    d += `L${n(a.x)} ${n(a.y)}Q${n(point.x)} ${n(point.y)} ${n(b.x)} ${n(b.y)}`;
  }
  return d;
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  const t = Math.min(by, length / 2) / length;
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

export interface Chevron extends Point {
  /** Degrees; 0 points right. */
  readonly angle: number;
}

/** Chevrons in flow direction, one for every `every` units, and at least one where there is space. */
export function chevrons(points: readonly Point[], every = chevronEvery): readonly Chevron[] {
  const legs = points.slice(1).map((point, i) => ({ from: points[i] ?? point, to: point }));
  const total = legs.reduce((sum, leg) => sum + distance(leg.from, leg.to), 0);
  if (total < 30) return [];
  const count = Math.max(1, Math.floor(total / every));
  const marks: Chevron[] = [];
  let passed = 0;
  for (const { from, to } of legs) {
    const length = distance(from, to);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    for (let i = 0; i < count; i++) {
      const at = ((i + 0.5) * total) / count - passed;
      if (at < 0 || at >= length) continue;
      marks.push({ x: from.x + ((to.x - from.x) * at) / length, y: from.y + ((to.y - from.y) * at) / length, angle });
    }
    passed += length;
  }
  return marks;
}

/** Midpoints of the segments, where a new bend can be added. */
export const midPoints = (points: readonly Point[]): readonly Point[] =>
  points.slice(1).map((point, i) => {
    const before = points[i] ?? point;
    return { x: (before.x + point.x) / 2, y: (before.y + point.y) / 2 };
  });

/** The route of a connector; null if a machine or all its anchors are gone. */
export function routeOf(connector: Connector, machines: ReadonlyMap<string, Machine>): Route | null {
  const start = machines.get(connector.from.machine);
  const end = machines.get(connector.to.machine);
  const from = start && anchorPosition(start, connector.from.anchor);
  const to = end && anchorPosition(end, connector.to.anchor);
  if (from === undefined || to === undefined) return null;
  const between = connector.via.length > 0 ? connector.via : autoRoute(from, to);
  const points = [{ x: from.x, y: from.y }, ...between, { x: to.x, y: to.y }];
  return { points, d: roundedPath(points) };
}
