import uPlot from 'uplot';
import type { Palette } from '../tokens.ts';
import { leastSpanOf } from '../value.ts';
import { type ChartSpan, type Columns, extent, type Gap } from './columns.ts';

/** One line of a chart. */
export interface Line {
  readonly key: string;
  readonly columns: Columns;
  /** Whether it is a contact: steps between alarm (1) and OK (-1). */
  readonly contact: boolean;
  readonly unit: string;
  readonly gaps: readonly Gap[];
  readonly shown: boolean;
  /** Index of one of the eight stroke styles. */
  readonly stroke: number;
  /** Thin, pale and without a band, for a line behind another one, such as an earlier period. */
  readonly isFaint?: boolean;
}

const faintDash: readonly number[] = [3, 2];
const dashes: readonly (readonly number[])[] = [[], [], [6, 3], [2, 2], [9, 3, 2, 3], [9, 3, 2, 3], [14, 4], [5, 5]];

/** Colour and dash pattern of a line. No line has the colour of alarms, warnings or the brand. */
export const strokeOf = (
  stroke: number,
  palette: Palette,
  isFaint = false,
): { readonly colour: string; readonly dash: readonly number[] } => {
  const colours = [palette.text, palette.series2, palette.series3, palette.series4];
  const colour = colours[stroke % 4] ?? palette.text;
  return isFaint ? { colour: `${colour}8C`, dash: faintDash } : { colour, dash: dashes[stroke % 8] ?? [] };
};

/** `y` is the right axis, `other` the left one; charts with an axis for each unit continue with `unit2`, `unit3`. */
export type ScaleKey = 'y' | 'other' | `unit${number}`;

const contactUnit = 'contact';
const unitOf = (line: Line): string => (line.contact ? contactUnit : line.unit);

/** The scale of a line: the first unit uses the right axis, the second one the left axis, each further unit its own. */
export const scaleOf = (line: Line, lines: readonly Line[]): ScaleKey => {
  const at = [...new Set(lines.map(unitOf))].indexOf(unitOf(line));
  return at <= 0 ? 'y' : at === 1 ? 'other' : `unit${at}`;
};

/** The scales of a chart in the order of its units, beginning with `y`. */
export const scalesOf = (lines: readonly Line[]): readonly ScaleKey[] =>
  lines.length === 0 ? ['y'] : [...new Set(lines.map((line) => scaleOf(line, lines)))];

/** The lines that use a scale, in order. */
export const linesOn = (scale: ScaleKey, lines: readonly Line[]): readonly Line[] =>
  lines.filter((line) => scaleOf(line, lines) === scale);

/** Gaps for uPlot in canvas pixels; it cannot find them, because columns contain only points with a value. */
const gapsOf =
  (gaps: () => readonly Gap[]): uPlot.Series.GapsRefiner =>
  (u) =>
    gaps().map((gap): [number, number] => [
      Math.round(u.valToPos(gap.from, 'x', true)),
      Math.round(u.valToPos(gap.to, 'x', true)),
    ]);

const stepped = uPlot.paths.stepped?.({ align: 1 });

/** The uPlot series of the lines. `now` returns the current lines when drawing, because gaps move with live data. */
export const chartSeries = (now: () => readonly Line[], palette: Palette): uPlot.Series[] => {
  const lines = now();
  const series = lines.map((line, index): uPlot.Series => {
    const { colour, dash } = strokeOf(line.stroke, palette, line.isFaint);
    return {
      scale: scaleOf(line, lines),
      show: line.shown,
      points: { show: false },
      gaps: gapsOf(() => now()[index]?.gaps ?? []),
      stroke: colour,
      width: line.isFaint ? 1 : line.stroke === 0 || lines.length < 3 ? 1.5 : 1.25,
      dash: [...dash],
      ...(line.contact && stepped ? { paths: stepped } : {}),
    };
  });
  return [{}, ...series];
};

/** The colour of a band; more transparent if a chart has several lines, so that all are visible. */
export const bandColour = (line: Line, lines: readonly Line[], palette: Palette): string =>
  lines.filter(({ isFaint }) => !isFaint).length === 1 ? palette.band : `${strokeOf(line.stroke, palette).colour}2E`;

/** The data for uPlot: the union of all times, and the values of each line. */
export const chartData = (lines: readonly Line[]): uPlot.AlignedData => {
  const [only] = lines;
  if (only === undefined) return [new Float64Array()];
  if (lines.length === 1) return [only.columns.times, only.columns.values];
  return uPlot.join(
    lines.map((line): uPlot.AlignedData => [line.columns.times, line.columns.values]),
    lines.map(() => [1]),
  );
};

/** The range of an axis: the visible values of its lines, and limits near them, with a margin. */
export const scaleRange = (lines: readonly Line[], range: ChartSpan, limits: readonly number[]): [number, number] => {
  const numeric = lines.filter((line) => !line.contact);
  if (numeric.length === 0) return [-1.4, 1.4];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const line of numeric) {
    if (!line.shown) continue;
    const lineExtent = extent(line.columns, range.from, range.to);
    if (lineExtent === null) continue;
    low = Math.min(low, lineExtent[0]);
    high = Math.max(high, lineExtent[1]);
  }
  if (low > high) return [0, 1];
  const unit = numeric[0]?.unit ?? '';
  const missing = Math.max(0, leastSpanOf(unit, high) - (high - low)) / 2;
  [low, high] = [low - missing, high + missing];
  const span = high - low;
  for (const limit of limits) {
    if (limit < low - span || limit > high + span) continue;
    low = Math.min(low, limit);
    high = Math.max(high, limit);
  }
  const air = Math.max((high - low) * 0.08, span * 0.08);
  return [low - air, high + air];
};

/** About `count` round values between `low` and `high`, for an axis. */
export const roundSteps = (low: number, high: number, count: number): readonly number[] => {
  const raw = (high - low) / count;
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= raw) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
};
