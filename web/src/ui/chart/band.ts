import { type ChartSpan, type Columns, indexAt } from './columns.ts';

/** The band of a line: lowest and highest value of each pixel column; NaN if unknown. */
export interface BandColumns {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * The band of a line in a plot. Each slot covers at least one column in full height, so that a spike of a single frame
 * is visible in a month; between slots wider than a pixel, the edges are straight lines.
 */
export const bandColumns = (c: Columns, range: ChartSpan, width: number, slotMs: number): BandColumns => {
  const low = new Float64Array(width).fill(Number.NaN);
  const high = new Float64Array(width).fill(Number.NaN);
  const { times, low: lows, high: highs } = c;
  if (lows === null || highs === null || width === 0) return { low, high };
  const perPixel = (range.to - range.from) / width;
  const put = (column: number, least: number, most: number): void => {
    if (column < 0 || column >= width) return;
    // Comparisons with NaN are false, so that the first value of a column is always set.
    if (!((low[column] ?? 0) <= least)) low[column] = least;
    if (!((high[column] ?? 0) >= most)) high[column] = most;
  };
  const end = Math.min(times.length, indexAt(times, range.to) + 1);
  for (let i = Math.max(0, indexAt(times, range.from - slotMs) - 1); i < end; i++) {
    const time = times[i] ?? 0;
    const least = lows[i] ?? Number.NaN;
    const most = highs[i] ?? Number.NaN;
    const at = Math.floor((time - range.from) / perPixel);
    put(at, least, most);
    const next = times[i + 1];
    const joined = next !== undefined && next - time <= slotMs * 1.15;
    const stop = Math.min(width, Math.floor(((joined ? next : time + slotMs) - range.from) / perPixel));
    for (let column = Math.max(0, at + 1); column < stop; column++) {
      const part = joined ? (range.from + (column + 0.5) * perPixel - time) / (next - time) : 0;
      put(
        column,
        least + part * ((lows[i + 1] ?? least) - least) * (joined ? 1 : 0),
        most + part * ((highs[i + 1] ?? most) - most) * (joined ? 1 : 0),
      );
    }
  }
  return { low, high };
};

/** Steps smaller than this, in canvas pixels, are drawn as a slope. */
const smooth = 3;

/** Fills a band with one path for each span between gaps. `y` maps values to canvas pixels. */
export const fillBand = (
  c: CanvasRenderingContext2D,
  band: BandColumns,
  left: number,
  y: (value: number) => number,
): void => {
  const { low, high } = band;
  /** Draws an edge from column to column: a slope for small changes, a step for large ones. */
  const edge = (first: number, end: number, by: 1 | -1, height: (at: number) => number): void => {
    const near = by === 1 ? 0 : 1;
    let before = Number.NaN;
    let here = height(first);
    for (let at = first; at !== end; at += by) {
      const next = at + by === end ? Number.NaN : height(at + by);
      if (Math.abs(here - before) < smooth && Math.abs(next - here) < smooth) c.lineTo(left + at + 0.5, here);
      else {
        c.lineTo(left + at + near, here);
        c.lineTo(left + at + 1 - near, here);
      }
      before = here;
      here = next;
    }
  };
  c.beginPath();
  for (let from = 0; from < low.length; from++) {
    if (Number.isNaN(low[from] ?? Number.NaN)) continue;
    let to = from;
    while (to < low.length && !Number.isNaN(low[to] ?? Number.NaN)) to++;
    c.moveTo(left + from, y(high[from] ?? 0));
    edge(from, to, 1, (at) => y(high[at] ?? 0));
    // A band without height is drawn as a line.
    edge(to - 1, from - 1, -1, (at) => Math.max(y(low[at] ?? 0), y(high[at] ?? 0) + 1));
    c.closePath();
    from = to;
  }
  c.fill();
};
