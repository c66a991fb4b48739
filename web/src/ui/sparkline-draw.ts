import type { Palette } from './tokens.ts';

/** Points of one sensor, oldest first; only the first `length` entries are valid. Times are in unix ms. */
export interface SparkPoints {
  readonly length: number;
  readonly times: Float64Array;
  /** NaN: no value. */
  readonly values: Float64Array;
  /** 1 alarm, 2 warning. */
  readonly flags: Uint8Array;
}

/** The visible time range in unix ms, and what counts as missing. */
export interface SparkView {
  readonly from: number;
  readonly to: number;
  /** Distance beyond which two points have a hatched gap between them: the device's offline time. */
  readonly gapMs: number;
  /** Age beyond which the newest value is stale, and hatched up to now. Defaults to `gapMs`. */
  readonly staleMs?: number;
  readonly limit: number | null;
  /** Contacts are drawn as steps between two fixed levels. */
  readonly steps: boolean;
  /** The minimum span of the value axis, so that noise is not exaggerated. */
  readonly minSpan: number;
}

/** A span in unix ms with its flag: 1 alarm, 2 warning, 0 neither. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly flag: number;
}

/** The least width of a span in alarm or warning. */
const leastSpanPx = 3;
const ALARM = 1;
const WARNING = 2;
const severityOf = (flag: number): number => ((flag & ALARM) !== 0 ? ALARM : (flag & WARNING) !== 0 ? WARNING : 0);

/** Spans in alarm or warning; alarm wins if a point has both flags. A flag holds until the next point. */
const spans = (p: SparkPoints, to: number): readonly Span[] => {
  const spans: Span[] = [];
  let from = 0;
  let open = 0;
  for (let i = 0; i < p.length; i++) {
    const flag = severityOf(p.flags[i] ?? 0);
    const time = p.times[i] ?? 0;
    if (flag === open) continue;
    if (open !== 0) spans.push({ from, to: time, flag: open });
    open = flag;
    from = time;
  }
  if (open !== 0) spans.push({ from, to, flag: open });
  return spans;
};

/** Spans without a value: between distant points, around missing values, and up to now. */
const gaps = (p: SparkPoints, view: SparkView): readonly Span[] => {
  const spans: Span[] = [];
  let last: number | null = null;
  for (let i = 0; i < p.length; i++) {
    if (Number.isNaN(p.values[i] ?? Number.NaN)) continue;
    const time = p.times[i] ?? 0;
    if (last !== null && time - last > view.gapMs) spans.push({ from: last, to: time, flag: 0 });
    last = time;
  }
  const since = last ?? view.from;
  if (view.to - since > (view.staleMs ?? view.gapMs))
    spans.push({ from: Math.max(since, view.from), to: view.to, flag: 0 });
  return spans;
};

/** Lowest and highest value that a curve shows; null: none. */
export const extremes = (p: SparkPoints, from: number): readonly [low: number, high: number] | null => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < p.length; i++) {
    const value = p.values[i] ?? Number.NaN;
    if (Number.isNaN(value) || (p.times[i] ?? 0) < from) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : [low, high];
};

/** Lowest and highest value of the axis: at least the minimum span, and including a limit near the values. */
const range = (p: SparkPoints, view: SparkView): readonly [number, number] => {
  const shown = extremes(p, view.from);
  if (shown === null) return [0, 1];
  let [low, high] = shown;
  const near = Math.max(high - low, view.minSpan);
  if (view.limit !== null && view.limit > low - near && view.limit < high + near) {
    low = Math.min(low, view.limit);
    high = Math.max(high, view.limit);
  }
  const missing = view.minSpan - (high - low);
  return missing > 0 ? [low - missing / 2, high + missing / 2] : [low, high];
};

const hatch = (c: CanvasRenderingContext2D, x: number, width: number, height: number, palette: Palette): void => {
  c.save();
  c.beginPath();
  c.rect(x, 0, width, height);
  c.clip();
  c.fillStyle = palette.hatch1;
  c.fill();
  c.strokeStyle = palette.hatch2;
  c.lineWidth = 1.5;
  c.beginPath();
  for (let d = x - height - ((x - height) % 7); d < x + width; d += 7) {
    c.moveTo(d, height);
    c.lineTo(d + height, 0);
  }
  c.stroke();
  c.restore();
};

/** A point without a neighbour on either side, of which no line tells. */
export const isLone = ({ times, values, length }: SparkPoints, i: number, gapMs: number): boolean => {
  const isDrawn = (at: number): boolean =>
    at >= 0 &&
    at < length &&
    !Number.isNaN(values[at] ?? Number.NaN) &&
    Math.abs((times[i] ?? 0) - (times[at] ?? 0)) <= gapMs;
  return isDrawn(i) && !isDrawn(i - 1) && !isDrawn(i + 1);
};

/** The newest point, unless it is stale. */
const isNewest = ({ times, values, length }: SparkPoints, i: number, view: SparkView): boolean =>
  i === length - 1 &&
  !Number.isNaN(values[i] ?? Number.NaN) &&
  view.to - (times[i] ?? 0) <= (view.staleMs ?? view.gapMs);

const dot = (c: CanvasRenderingContext2D, x: number, y: number, flag: number, palette: Palette): void => {
  const severity = severityOf(flag);
  c.fillStyle = severity === ALARM ? palette.alarm : severity === WARNING ? palette.warn : palette.text2;
  c.beginPath();
  c.arc(x, y, 2.5, 0, 2 * Math.PI);
  c.fill();
};

const line = (
  c: CanvasRenderingContext2D,
  p: SparkPoints,
  view: SparkView,
  at: (i: number) => readonly [number, number],
) => {
  c.beginPath();
  let pen = false;
  let lastTime = 0;
  let lastY = 0;
  for (let i = 0; i < p.length; i++) {
    const time = p.times[i] ?? 0;
    if (Number.isNaN(p.values[i] ?? Number.NaN)) {
      pen = false;
      continue;
    }
    const [x, y] = at(i);
    if (!pen || time - lastTime > view.gapMs) c.moveTo(x, y);
    else {
      if (view.steps) c.lineTo(x, lastY);
      c.lineTo(x, y);
    }
    pen = true;
    lastTime = time;
    lastY = y;
  }
  c.stroke();
};

/** Draws a sparkline on a canvas that is scaled to CSS pixels. */
export const drawSparkline = (
  c: CanvasRenderingContext2D,
  width: number,
  height: number,
  p: SparkPoints,
  view: SparkView,
  palette: Palette,
): void => {
  const pad = 7;
  const end = width - 6;
  const [low, high] = range(p, view);
  const x = (time: number): number => ((time - view.from) / (view.to - view.from)) * end;
  const y = (value: number): number => pad + (1 - (value - low) / (high - low || 1)) * (height - 2 * pad);
  c.clearRect(0, 0, width, height);
  for (const span of spans(p, view.to)) {
    const from = Math.max(0, x(span.from));
    const to = span.to >= view.to ? width : x(span.to);
    if (to <= 0) continue;
    c.fillStyle = span.flag === ALARM ? palette.alarmtint : palette.warntint;
    // One value in alarm among many is seen too.
    c.fillRect(from, 0, Math.max(to - from, leastSpanPx), height);
    c.fillStyle = span.flag === ALARM ? palette.alarm : palette.warn;
    if (x(span.from) >= 0) c.fillRect(from, 0, 1.5, height);
  }
  for (const gap of gaps(p, view)) {
    const from = Math.max(0, x(gap.from));
    hatch(c, from, (gap.to >= view.to ? width : x(gap.to)) - from, height, palette);
  }
  if (view.limit !== null && view.limit >= low && view.limit <= high) {
    c.strokeStyle = palette.limit;
    c.lineWidth = 1;
    c.setLineDash([2, 3]);
    c.beginPath();
    c.moveTo(0, y(view.limit));
    c.lineTo(width, y(view.limit));
    c.stroke();
    c.setLineDash([]);
  }
  c.strokeStyle = palette.spark;
  c.lineWidth = 1.5;
  c.lineJoin = 'round';
  line(c, p, view, (i) => [x(p.times[i] ?? 0), y(p.values[i] ?? 0)]);
  for (let i = 0; i < p.length; i++)
    if (isLone(p, i, view.gapMs) || isNewest(p, i, view))
      dot(c, Math.min(x(p.times[i] ?? 0), width - 4), y(p.values[i] ?? 0), p.flags[i] ?? 0, palette);
};
