/** One sensor's points as columns. `low` and `high` are null if each point is one reading instead of a slot. */
export interface Columns {
  /** Unix ms, ascending; only points with a value. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  /** 1: in alarm. */
  readonly flags: Uint8Array;
  /** Index into `texts` for the state of each point. */
  readonly states: Uint16Array;
  readonly texts: readonly string[];
}

/** A span of the time axis, in unix ms. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
}
/** A span without data, with the reason. */
export interface Gap extends ChartSpan {
  readonly reason: string;
}

/** The first index with a time at or after `at`; the length if there is none. */
export const indexAt = (times: Float64Array, at: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Index of the point nearest to `at`, at most `within` ms away; -1 if there is none. */
export const nearest = (times: Float64Array, at: number, within: number): number => {
  const after = indexAt(times, at);
  let result = -1;
  let distance = within;
  for (const index of [after - 1, after]) {
    const time = times[index];
    if (time === undefined || Math.abs(time - at) > distance) continue;
    result = index;
    distance = Math.abs(time - at);
  }
  return result;
};

/** How far the cursor reaches: durations in ms of the pixel under it, and of a slot (null at full resolution). */
export interface Reach {
  readonly slotMs: number | null;
  readonly pixelMs: number;
  /** At full resolution, the maximum distance to the nearest reading. */
  readonly withinMs: number;
}

/**
 * Index of the point at the cursor; -1 if there is none. Of several slots under its pixel, it is one in alarm, else the
 * one with the widest band, so that pointing at a spike selects its slot.
 */
export const pointUnder = (c: Columns, at: number, { slotMs, pixelMs, withinMs }: Reach): number => {
  if (slotMs === null) return nearest(c.times, at, withinMs);
  const end = indexAt(c.times, at + pixelMs);
  let result = -1;
  let weight = Number.NEGATIVE_INFINITY;
  for (let i = Math.max(0, indexAt(c.times, at - pixelMs - slotMs)); i < end; i++) {
    if ((c.times[i] ?? 0) + slotMs <= at - pixelMs) continue;
    const spread = (c.high?.[i] ?? 0) - (c.low?.[i] ?? 0);
    const mine = c.flags[i] === 1 ? Number.MAX_VALUE : spread;
    if (mine <= weight) continue;
    result = i;
    weight = mine;
  }
  return result;
};

/** Lowest and highest value between two times, including the band; null without a point. */
export const extent = (c: Columns, from: number, to: number): readonly [number, number] | null => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const lows = c.low ?? c.values;
  const highs = c.high ?? c.values;
  // Includes one point beyond each edge, to which the line is drawn.
  const end = Math.min(c.times.length, indexAt(c.times, to) + 1);
  for (let i = Math.max(0, indexAt(c.times, from) - 1); i < end; i++) {
    const least = lows[i] ?? Number.NaN;
    const most = highs[i] ?? Number.NaN;
    if (least < low) low = least;
    if (most > high) high = most;
  }
  return low > high ? null : [low, high];
};

/** Spans in alarm. The flag of a point holds until the next one, or for `usualMs` before a gap. */
export const alarmSpans = (c: Columns, usualMs: number): readonly ChartSpan[] => {
  const result: ChartSpan[] = [];
  let from: number | null = null;
  let last = 0;
  for (let i = 0; i < c.times.length; i++) {
    const time = c.times[i] ?? 0;
    if (from !== null && time - last > 2 * usualMs) {
      result.push({ from, to: last + usualMs });
      from = null;
    }
    if (c.flags[i] === 1) from ??= time;
    else if (from !== null) {
      result.push({ from, to: time });
      from = null;
    }
    last = time;
  }
  if (from !== null) result.push({ from, to: last + usualMs });
  return result;
};

/** Appends the points of `b` that are newer than those of `a`; both are ascending. */
export const append = (a: Columns, b: Columns): Columns => {
  const start = indexAt(b.times, (a.times.at(-1) ?? Number.NEGATIVE_INFINITY) + 1);
  if (start >= b.times.length) return a;
  const shift = a.texts.length;
  const float = (x: Float64Array, y: Float64Array): Float64Array => {
    const joined = new Float64Array(x.length + y.length - start);
    joined.set(x);
    joined.set(y.subarray(start), x.length);
    return joined;
  };
  const flags = new Uint8Array(a.flags.length + b.flags.length - start);
  flags.set(a.flags);
  flags.set(b.flags.subarray(start), a.flags.length);
  const texts = [...a.texts];
  const renamed = b.texts.map((text) => {
    const known = a.texts.indexOf(text);
    return known === -1 ? texts.push(text) - 1 : known;
  });
  const states = new Uint16Array(flags.length);
  states.set(a.states);
  for (let i = start; i < b.states.length; i++)
    states[a.states.length + i - start] = renamed[b.states[i] ?? 0] ?? shift;
  return {
    times: float(a.times, b.times),
    values: float(a.values, b.values),
    low: a.low && b.low ? float(a.low, b.low) : null,
    high: a.high && b.high ? float(a.high, b.high) : null,
    flags,
    states,
    texts,
  };
};

/** The points at or after a time, for live charts that drop points outside the window. */
export const since = (c: Columns, at: number): Columns => {
  const start = indexAt(c.times, at);
  if (start === 0) return c;
  return {
    ...c,
    times: c.times.slice(start),
    values: c.values.slice(start),
    low: c.low?.slice(start) ?? null,
    high: c.high?.slice(start) ?? null,
    flags: c.flags.slice(start),
    states: c.states.slice(start),
  };
};
