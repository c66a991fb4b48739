import uPlot from 'uplot';
import type { Palette } from '../tokens.ts';
import { type ChartSpan, type Columns, extent, type Gap } from './columns.ts';

/** One line of a chart. */
export interface Line {
  readonly key: string;
  readonly columns: Columns;
  /** Contacts are steps between alarm (1) and OK (-1). */
  readonly contact: boolean;
  readonly gaps: readonly Gap[];
  readonly shown: boolean;
  /** Which of the four kinds of stroke. */
  readonly stroke: number;
}

const dashes: readonly (readonly number[])[] = [[], [], [6, 3], [2, 2]];

/** Lines of one chart differ by dash as well as by colour. */
export const strokeOf = (
  stroke: number,
  palette: Palette,
): { readonly colour: string; readonly dash: readonly number[] } => {
  const colours = [palette.text2, palette.brand, palette.spark, palette.warntext];
  return { colour: colours[stroke % 4] ?? palette.text2, dash: dashes[stroke % 4] ?? [] };
};

/** Gaps in canvas pixels, since typed columns hold only points that have a value. */
const gapsOf =
  (gaps: () => readonly Gap[]): uPlot.Series.GapsRefiner =>
  (u) =>
    gaps().map((gap): [number, number] => [
      Math.round(u.valToPos(gap.from, 'x', true)),
      Math.round(u.valToPos(gap.to, 'x', true)),
    ]);

const stepped = uPlot.paths.stepped?.({ align: 1 });

/** What uPlot draws of the lines; `now` gives them as they are when it draws, since gaps move with live data. */
export const chartSeries = (now: () => readonly Line[], palette: Palette): uPlot.Series[] => {
  const lines = now();
  const series: uPlot.Series[] = [{}];
  lines.forEach((line, index) => {
    const { colour, dash } = strokeOf(line.stroke, palette);
    const gaps = gapsOf(() => now()[index]?.gaps ?? []);
    series.push({
      scale: line.contact && lines.some((other) => !other.contact) ? 'contact' : 'y',
      stroke: colour,
      width: 1.5,
      dash: [...dash],
      show: line.shown,
      points: { show: false },
      gaps,
      ...(line.contact && stepped ? { paths: stepped } : {}),
    });
    if (lines.length > 1 || !line.columns.high) return;
    const edge = { scale: 'y', width: 0, points: { show: false }, gaps };
    series.push(edge, edge);
  });
  return series;
};

/** uPlot's data: the times and each line's values; one line with slots also brings its lowest and highest. */
export const chartData = (lines: readonly Line[]): uPlot.AlignedData => {
  const [line] = lines;
  if (line === undefined) return [new Float64Array()];
  if (lines.length === 1) {
    const { times, values, low, high } = line.columns;
    return low && high ? [times, values, low, high] : [times, values];
  }
  return uPlot.join(
    lines.map(({ columns }): uPlot.AlignedData => [columns.times, columns.values]),
    lines.map(() => [1, 1]),
  );
};

/** The value axis: what is shown of the numeric lines, with a little air; limits that are near are inside. */
export const scaleRange = (lines: readonly Line[], range: ChartSpan, limits: readonly number[]): [number, number] => {
  const numeric = lines.filter((line) => !line.contact);
  if (numeric.length === 0) return [-1.4, 1.4];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const line of numeric) {
    if (!line.shown) continue;
    const found = extent(line.columns, range.from, range.to);
    if (found === null) continue;
    low = Math.min(low, found[0]);
    high = Math.max(high, found[1]);
  }
  if (low > high) return [0, 1];
  const span = Math.max(high - low, Math.abs(high) * 0.02, 0.5);
  for (const limit of limits) {
    if (limit < low - span || limit > high + span) continue;
    low = Math.min(low, limit);
    high = Math.max(high, limit);
  }
  const air = Math.max((high - low) * 0.08, span * 0.08);
  return [low - air, high + air];
};
