/**
 * Windows of past values for the rules rise and flat. A window keeps at most 64 buckets; each covers 1/62 of the window,
 * which is its resolution. Values are as the device sends them, so that a switch of degrees needs no conversion.
 */

/** Buckets of a window. */
const bucketsAtMost = 64;
/** Numbers of a bucket: time of its first value, its arrival, and two values (rise: first, last; flat: low, high). */
const width = 4;
const AT = 0;
const ARRIVAL = 1;
const FIRST = 2;
const SECOND = 3;

/** The past values of one rule's sensor. */
export interface RuleWindow {
  readonly ruleId: number;
  readonly kind: 'rise' | 'flat';
  readonly windowMs: number;
  /** Type, unit and scale of the values; a window of other values is empty. */
  readonly scale: string;
  /** A ring of buckets, `first` being the oldest. */
  readonly buckets: Float64Array;
  first: number;
  count: number;
  /** Time of the newest value; null while it is empty. */
  lastAt: number | null;
  /** The newest value. */
  last: number;
  /** The newest frame's values are valid until the next one: the device reports by exception. */
  holds: boolean;
}

/** A window without values. */
export function emptyWindow(ruleId: number, kind: 'rise' | 'flat', windowMs: number, scale: string): RuleWindow {
  const buckets = new Float64Array(bucketsAtMost * width);
  return { ruleId, kind, windowMs, scale, buckets, first: 0, count: 0, lastAt: null, last: Number.NaN, holds: false };
}

/** Forgets all values. */
export function clearWindow(window: RuleWindow): void {
  window.first = 0;
  window.count = 0;
  window.lastAt = null;
  window.last = Number.NaN;
}

const offsetOf = (window: RuleWindow, nth: number): number => ((window.first + nth) % bucketsAtMost) * width;

/** Time of the nth oldest bucket's first value. */
const bucketAt = (window: RuleWindow, nth: number): number => window.buckets[offsetOf(window, nth) + AT] ?? 0;

/**
 * Adds a value of device time `at`. `maxGapMs`: the offline time; a longer gap, forwards or backwards, empties the
 * window first. Returns true when it was emptied.
 */
export function addValue(
  window: RuleWindow,
  value: number,
  at: number,
  arrival: number,
  maxGapMs: number,
  holds: boolean,
): boolean {
  const gap = window.lastAt === null ? 0 : at - window.lastAt;
  const isGap = gap > maxGapMs || -gap > maxGapMs;
  if (isGap) clearWindow(window);
  const { buckets } = window;
  const newest = offsetOf(window, window.count - 1);
  const isNew = window.count === 0 || at >= (buckets[newest + AT] ?? 0) + Math.ceil(window.windowMs / 62);
  if (isNew) addBucket(window, value, at, arrival);
  else if (window.kind === 'rise') buckets[newest + SECOND] = value;
  else {
    if (value < (buckets[newest + FIRST] ?? 0)) buckets[newest + FIRST] = value;
    if (value > (buckets[newest + SECOND] ?? 0)) buckets[newest + SECOND] = value;
  }
  window.lastAt = window.lastAt === null ? at : Math.max(at, window.lastAt);
  window.last = value;
  window.holds = holds;
  return isGap;
}

function addBucket(window: RuleWindow, value: number, at: number, arrival: number): void {
  // The oldest bucket is the newest one that began at or before the window's start.
  while (window.count > 1 && (bucketAt(window, 1) <= at - window.windowMs || window.count === bucketsAtMost)) {
    window.first = (window.first + 1) % bucketsAtMost;
    window.count--;
  }
  const offset = offsetOf(window, window.count++);
  window.buckets[offset + AT] = at;
  window.buckets[offset + ARRIVAL] = arrival;
  window.buckets[offset + FIRST] = value;
  window.buckets[offset + SECOND] = value;
}

/** The position of the newest bucket that began at or before the window's start; -1 while the window is not full. */
function startOf(window: RuleWindow): number {
  if (window.lastAt === null) return -1;
  const start = window.lastAt - window.windowMs;
  let nth = -1;
  while (nth + 1 < window.count && bucketAt(window, nth + 1) <= start) nth++;
  return nth;
}

/** Change per minute from the window's start to its newest value; NaN while the window is not full. */
export function risePerMinute(window: RuleWindow): number {
  const nth = startOf(window);
  if (nth < 0 || window.lastAt === null) return Number.NaN;
  const offset = offsetOf(window, nth);
  // By exception the last value stands until the next frame; otherwise the values in between are not known.
  const from = window.holds ? window.lastAt - window.windowMs : (window.buckets[offset + AT] ?? 0);
  const before = window.buckets[offset + (window.holds ? SECOND : FIRST)] ?? Number.NaN;
  return ((window.last - before) * 60_000) / (window.lastAt - from);
}

/** Largest minus smallest value; NaN while the window is not full. */
export function span(window: RuleWindow): number {
  const nth = startOf(window);
  if (nth < 0) return Number.NaN;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = nth; i < window.count; i++) {
    const offset = offsetOf(window, i);
    low = Math.min(low, window.buckets[offset + FIRST] ?? low);
    high = Math.max(high, window.buckets[offset + SECOND] ?? high);
  }
  return high - low;
}

/** Values that arrived since then had a wrong time; they move by `deltaMs`. */
export function shiftWindow(window: RuleWindow, sinceArrival: number, deltaMs: number): void {
  for (let nth = 0; nth < window.count; nth++) {
    const offset = offsetOf(window, nth);
    const isShifted = (window.buckets[offset + ARRIVAL] ?? 0) >= sinceArrival;
    if (isShifted) window.buckets[offset + AT] = bucketAt(window, nth) + deltaMs;
    if (isShifted && nth === window.count - 1 && window.lastAt !== null) window.lastAt += deltaMs;
  }
}

/** Leaves out when the values arrived. */
export function forgetArrivals({ buckets }: RuleWindow): void {
  for (let offset = ARRIVAL; offset < buckets.length; offset += width) buckets[offset] = 0;
}

type SavedWindow = readonly [
  ruleId: number,
  kind: 'rise' | 'flat',
  windowMs: number,
  scale: string,
  lastAt: number | null,
  last: number | null,
  holds: boolean,
  buckets: string,
];

/** The windows as text; equal windows give equal texts. Empty without windows. */
export function saveWindows(windows: ReadonlyMap<number, RuleWindow>): string {
  if (windows.size === 0) return '';
  const saved: SavedWindow[] = [...windows.values()]
    .sort((a, b) => a.ruleId - b.ruleId)
    .map((window) => {
      const used = new Float64Array(window.count * width);
      for (let nth = 0; nth < window.count; nth++) {
        const offset = offsetOf(window, nth);
        used.set(window.buckets.subarray(offset, offset + width), nth * width);
      }
      const { ruleId, kind, windowMs, scale, lastAt, last, holds } = window;
      const text = Buffer.from(used.buffer).toString('base64');
      return [ruleId, kind, windowMs, scale, lastAt, Number.isNaN(last) ? null : last, holds, text];
    });
  return JSON.stringify(saved);
}

/** Reads the text of `saveWindows`. */
export function loadWindows(text: string): Map<number, RuleWindow> {
  const windows = new Map<number, RuleWindow>();
  if (text === '') return windows;
  const saved: readonly SavedWindow[] = JSON.parse(text);
  for (const [ruleId, kind, windowMs, scale, lastAt, last, holds, buckets] of saved) {
    const bytes = Buffer.from(buckets, 'base64');
    const own = new Float64Array(bytes.byteLength / Float64Array.BYTES_PER_ELEMENT);
    new Uint8Array(own.buffer).set(bytes);
    const window = emptyWindow(ruleId, kind, windowMs, scale);
    window.buckets.set(own.subarray(0, bucketsAtMost * width));
    window.count = Math.min(bucketsAtMost, own.length / width);
    window.lastAt = lastAt;
    window.last = last ?? Number.NaN;
    window.holds = holds;
    windows.set(ruleId, window);
  }
  return windows;
}
