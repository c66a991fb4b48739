import type { ColumnSeries } from '@tocsin/contract/graph-columns';

/** A curve of the pinned trend as an SVG path in a box of 1 by 1, y down; interrupted where values are missing. */
export interface TrendLine {
  readonly sensor: string;
  readonly name: string;
  readonly d: string;
  readonly last: number | null;
  readonly lastY: number;
  /** Spans in alarm, as fractions of the width. */
  readonly alarms: readonly { readonly from: number; readonly to: number }[];
}

export interface Trend {
  readonly lines: readonly TrendLine[];
  readonly least: number;
  readonly most: number;
}

type Series = Pick<ColumnSeries, 'sensor' | 'name' | 'ts' | 'value' | 'alarm'>;
const round = (n: number): number => Math.round(n * 10_000) / 10_000;

/** The curves on one common scale with a margin; points more than `gapMs` apart are not joined. */
export function trendOf(all: readonly Series[], from: number, to: number, gapMs: number): Trend {
  const values = all.flatMap(({ value }) => Array.from(value).filter((one) => !Number.isNaN(one)));
  const [low, high] = values.reduce(
    ([a, b], one) => [Math.min(a, one), Math.max(b, one)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const isEmpty = values.length === 0;
  const pad = isEmpty ? 1 : Math.max((high - low) * 0.08, 0.5);
  const [least, most] = isEmpty ? [0, 1] : [low - pad, high + pad];
  const across = (at: number): number => round((at - from) / (to - from));
  const down = (value: number): number => round(1 - (value - least) / (most - least));
  const lines = all.map(({ sensor, name, ts, value, alarm }): TrendLine => {
    let d = '';
    let before = Number.NEGATIVE_INFINITY;
    let last: number | null = null;
    const alarms: { from: number; to: number }[] = [];
    for (const [i, at] of ts.entries()) {
      const one = value[i] ?? Number.NaN;
      if (Number.isNaN(one)) {
        before = Number.NEGATIVE_INFINITY;
        continue;
      }
      d += `${at - before > gapMs ? 'M' : 'L'}${across(at)} ${down(one)}`;
      if (alarm[i]) {
        const open = alarms.at(-1);
        const end = across(Math.min(to, ts[i + 1] ?? at));
        if (open && across(at) - open.to < 0.002) open.to = end;
        else alarms.push({ from: across(at), to: end });
      }
      before = at;
      last = one;
    }
    return { sensor, name, d, last, lastY: last === null ? 0.5 : down(last), alarms };
  });
  return { lines, least, most };
}

/** Positions of the value labels in the order of the lines: fractions of the height, at least `least` apart. */
export function valuePlaces(lines: readonly Pick<TrendLine, 'lastY'>[], least: number): readonly number[] {
  const places: number[] = lines.map(() => 0);
  const order = lines.map((_, i) => i).sort((a, b) => (lines[a]?.lastY ?? 0) - (lines[b]?.lastY ?? 0));
  // Then upwards from the lower edge, so that all stay in the box.
  let below = 1 + least;
  for (const i of order.toReversed()) {
    below = Math.min(lines[i]?.lastY ?? 0, below - least);
    places[i] = below;
  }
  return places;
}
