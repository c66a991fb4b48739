import type uPlot from 'uplot';
import type { Palette } from '../tokens.ts';
import type { ChartGroup } from './chart-group.ts';
import { type Line, linesOn, type ScaleKey, scalesOf, strokeOf } from './chart-lines.ts';
import { timeTicks } from './time-ticks.ts';

const axisPx = 52;
const titlePx = 18;
/** Minimum fraction of the width for the plot: on narrow screens, only the first units have an axis. */
const plotShare = 0.55;
const font = '12px Inter Variable';

/** Texts of the axes. */
interface Labels {
  readonly group: ChartGroup;
  readonly lines: readonly Line[];
  readonly zone: string;
  readonly valueLabel: (value: number, scale: ScaleKey) => string;
  readonly axisTitle?: (scale: ScaleKey) => string;
}

/** The axes of a chart with its own axes: time below, the first unit at the right, all others at the left. */
export const ownAxes = (now: () => Labels, palette: Palette, width: number): uPlot.Axis[] => {
  const { lines } = now();
  const scales = scalesOf(lines).slice(0, Math.max(2, Math.floor((width * (1 - plotShare)) / (axisPx + titlePx))));
  const valueAxis = (scale: ScaleKey, index: number): uPlot.Axis => {
    const [first] = linesOn(scale, lines);
    const contacts = linesOn(scale, lines).every((line) => line.contact);
    return {
      scale,
      side: index === 0 ? 1 : 3,
      size: axisPx,
      gap: 6,
      label: now().axisTitle?.(scale) ?? '',
      labelSize: titlePx,
      labelFont: `600 ${font}`,
      stroke: first === undefined ? palette.text3 : strokeOf(first.stroke, palette).colour,
      font,
      ticks: { show: false },
      grid: { show: index === 0, stroke: palette.line, width: 1 },
      ...(contacts ? { splits: () => [-1, 1] } : {}),
      space: 36,
      values: (_u, splits) => splits.map((value) => now().valueLabel(value, scale)),
    };
  };
  const ticks = (u: uPlot) => {
    const { from, to } = now().group.range();
    return timeTicks(from, to, u.bbox.width / devicePixelRatio, now().zone);
  };
  const time: uPlot.Axis = {
    scale: 'x',
    side: 2,
    size: 28,
    gap: 6,
    stroke: palette.text3,
    font,
    ticks: { show: false },
    grid: { show: false },
    splits: (u) => ticks(u).map(({ at }) => at),
    values: (u) => ticks(u).map(({ label }) => label),
  };
  return [time, ...scales.map(valueAxis)];
};
