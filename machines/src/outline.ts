import type { Drawing } from './machine.ts';
import type { Mark } from './pen.ts';
import { silhouette } from './picture.ts';

type Point = readonly [number, number];

const steps = 8;

/** State while a path is traced. */
interface Trace {
  readonly polygons: Point[][];
  run: Point[];
  at: Point;
  start: Point;
  /** Last control point of the previous curve, which T and S mirror. */
  handle: Point | null;
}

/** Traces a command. `n`: its numbers; `p(k)`: the absolute point at n[k] and n[k + 1]. */
type Follow = (trace: Trace, p: (k: number) => Point, n: readonly number[]) => void;

const go = (trace: Trace, to: Point): void => {
  trace.run.push(to);
  trace.at = to;
};

function curve(trace: Trace, first: Point, second: Point, end: Point, handle: Point): void {
  const from = trace.at;
  for (let i = 1; i <= steps; i++) go(trace, cubicAt(from, first, second, end, i / steps));
  trace.handle = handle;
}

const bend = (trace: Trace, middle: Point, end: Point): void =>
  curve(trace, between(trace.at, middle, 2 / 3), between(end, middle, 2 / 3), end, middle);

const mirror = ({ at, handle }: Trace): Point =>
  handle === null ? at : [2 * at[0] - handle[0], 2 * at[1] - handle[1]];

function begin(trace: Trace, to: Point): void {
  if (trace.run.length > 2) trace.polygons.push(trace.run);
  trace.run = [];
  trace.start = to;
  go(trace, to);
}

const commands: Readonly<Record<string, readonly [size: number, follow: Follow]>> = {
  M: [2, (trace, p) => begin(trace, p(0))],
  L: [2, (trace, p) => go(trace, p(0))],
  H: [1, (trace, p) => go(trace, [p(0)[0], trace.at[1]])],
  V: [1, (trace, p) => go(trace, [trace.at[0], p(-1)[1]])],
  Q: [4, (trace, p) => bend(trace, p(0), p(2))],
  T: [2, (trace, p) => bend(trace, mirror(trace), p(0))],
  C: [6, (trace, p) => curve(trace, p(0), p(2), p(4), p(2))],
  S: [4, (trace, p) => curve(trace, mirror(trace), p(0), p(2), p(0))],
  A: [
    7,
    (trace, p, n) => {
      for (const point of arc(trace.at, p(5), n[0] ?? 0, n[3] === 1, n[4] === 1)) go(trace, point);
    },
  ],
};

/** Converts an SVG path to polygons. Supports the commands used in drawings. */
export function flatten(d: string): readonly (readonly Point[])[] {
  const trace: Trace = { polygons: [], run: [], at: [0, 0], start: [0, 0], handle: null };
  for (const [, letter = '', body = ''] of d.matchAll(/([MLHVQTCSAZ])([^MLHVQTCSAZ]*)/gi)) {
    const command = commands[letter.toUpperCase()];
    if (command === undefined) {
      trace.at = trace.start;
      continue;
    }
    const [size, follow] = command;
    const numbers = (body.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    for (let i = 0; i + size <= numbers.length; i += size) {
      const n = numbers.slice(i, i + size);
      const [ox, oy]: Point = letter > 'Z' ? trace.at : [0, 0];
      const before = trace.handle;
      follow(trace, (k) => [(n[k] ?? 0) + ox, (n[k + 1] ?? 0) + oy], n);
      if (trace.handle === before) trace.handle = null;
    }
  }
  if (trace.run.length > 2) trace.polygons.push(trace.run);
  return trace.polygons;
}

const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function cubicAt(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const u = 1 - t;
  const mix = (k: 0 | 1) => u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
  return [mix(0), mix(1)];
}

/** Points of a circular arc; elliptical ones are not supported. */
function arc(from: Point, to: Point, radius: number, large: boolean, clockwise: boolean): readonly Point[] {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const chord = Math.hypot(dx, dy);
  if (chord === 0 || radius === 0) return [to];
  const r = Math.max(radius, chord / 2);
  const lift = Math.sqrt(Math.max(0, r * r - (chord / 2) ** 2)) * (large === clockwise ? -1 : 1);
  const cx = (from[0] + to[0]) / 2 - (lift * dy) / chord;
  const cy = (from[1] + to[1]) / 2 + (lift * dx) / chord;
  const first = Math.atan2(from[1] - cy, from[0] - cx);
  let sweep = Math.atan2(to[1] - cy, to[0] - cx) - first;
  if (clockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!clockwise && sweep > 0) sweep -= 2 * Math.PI;
  return Array.from({ length: 2 * steps }, (_, i) => {
    const angle = first + (sweep * (i + 1)) / (2 * steps);
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)] as const;
  });
}

function inside(polygon: readonly Point[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i] ?? [0, 0];
    const [xj, yj] = polygon[j] ?? [0, 0];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

const polygonsOf = (mark: Mark): readonly (readonly Point[])[] => {
  const polygons = flatten(mark.d);
  if (mark.at === undefined) return polygons;
  const [a, b, c, d, e, f] = mark.at;
  return polygons.map((polygon) => polygon.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f] as const));
};

/** The silhouette as a grid of size x size cells, row by row, scaled to fit its longer side. */
export function outlineOf(drawing: Drawing, size: number, flip = false): readonly boolean[] {
  const polygons = silhouette(drawing)
    .flatMap(polygonsOf)
    .map((polygon) => ({
      polygon,
      left: Math.min(...polygon.map(([x]) => x)),
      right: Math.max(...polygon.map(([x]) => x)),
      top: Math.min(...polygon.map(([, y]) => y)),
      bottom: Math.max(...polygon.map(([, y]) => y)),
    }));
  const unit = Math.max(drawing.width, drawing.height) / size;
  const left = (drawing.width - unit * size) / 2;
  const top = (drawing.height - unit * size) / 2;
  const covers = (x: number, y: number): boolean =>
    polygons.some(
      (one) => x >= one.left && x <= one.right && y >= one.top && y <= one.bottom && inside(one.polygon, x, y),
    );
  return Array.from({ length: size * size }, (_, i) => {
    const x = left + ((i % size) + 0.5) * unit;
    const y = top + (Math.floor(i / size) + 0.5) * unit;
    return covers(flip ? drawing.width - x : x, y);
  });
}

/** Jaccard index of two outlines: 1 identical, 0 disjoint. */
export function similarity(a: readonly boolean[], b: readonly boolean[]): number {
  const both = a.filter((on, i) => on && b[i]).length;
  const either = a.filter((on, i) => on || b[i]).length;
  return either === 0 ? 1 : both / either;
}
