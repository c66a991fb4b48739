import type uPlot from 'uplot';
import { fontFamily, type Palette } from '../tokens.ts';
import { roundSteps } from './chart-lines.ts';
import type { ChartSpan, Gap } from './columns.ts';
import type { TimeTick } from './time-ticks.ts';

/** What is drawn besides the lines. Spans and gaps apply to the whole chart. */
export interface Surroundings {
  readonly alarms: readonly ChartSpan[];
  readonly warnings: readonly ChartSpan[];
  readonly gaps: readonly Gap[];
  readonly limits: readonly { readonly value: number; readonly label: string }[];
  readonly ticks: readonly TimeTick[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const capHeight = 4;
/** Narrower gaps, in px, show their reason on hover only. */
const reasonWidth = 120;

const clipped = (u: uPlot, box: Box, span: ChartSpan): readonly [number, number] | null => {
  const from = Math.max(box.left, u.valToPos(span.from, 'x', true));
  const to = Math.min(box.left + box.width, u.valToPos(span.to, 'x', true));
  return to < box.left || from > box.left + box.width ? null : [from, Math.max(to, from + 1)];
};

const hatch = (
  c: CanvasRenderingContext2D,
  x: number,
  box: Box,
  width: number,
  palette: Palette,
  ratio: number,
): void => {
  c.save();
  c.beginPath();
  c.rect(x, box.top, width, box.height);
  c.clip();
  c.fillStyle = palette.hatch1;
  c.fill();
  c.strokeStyle = palette.hatch2;
  c.lineWidth = 1.5 * ratio;
  c.beginPath();
  const step = 8 * ratio;
  const start = x - box.height;
  for (let d = start - (start % step); d < x + width; d += step) {
    c.moveTo(d, box.top + box.height);
    c.lineTo(d + box.height, box.top);
  }
  c.stroke();
  c.restore();
};

/** Draws what is below the lines: spans in full height, hatched gaps, the time grid. `ratio`: canvas px per CSS px. */
export const drawBelow = (u: uPlot, around: Surroundings, palette: Palette, ratio: number): void => {
  const c = u.ctx;
  const box = u.bbox;
  c.save();
  const tint = (spans: readonly ChartSpan[], colour: string): void => {
    c.fillStyle = colour;
    for (const span of spans) {
      const edge = clipped(u, box, span);
      if (edge) c.fillRect(edge[0], box.top, edge[1] - edge[0], box.height);
    }
  };
  tint(around.warnings, palette.warntint);
  tint(around.alarms, palette.alarmtint);
  for (const gap of around.gaps) {
    const edge = clipped(u, box, gap);
    if (edge) hatch(c, edge[0], box, edge[1] - edge[0], palette, ratio);
  }
  c.strokeStyle = palette.line;
  c.globalAlpha = 0.7;
  c.lineWidth = ratio;
  c.beginPath();
  for (const tick of around.ticks) {
    const x = Math.round(u.valToPos(tick.at, 'x', true)) + 0.5;
    c.moveTo(x, box.top);
    c.lineTo(x, box.top + box.height);
  }
  c.stroke();
  c.restore();
};

const write = (
  c: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  weight: number,
  ratio: number,
): void => {
  c.font = `${weight} ${12 * ratio}px ${fontFamily}`;
  c.textBaseline = 'alphabetic';
  c.fillText(text, x, y);
};

/** Draws what is above the lines: caps of the spans, limits with labels, reasons of gaps that are wide enough. */
export const drawAbove = (
  u: uPlot,
  around: Surroundings,
  palette: Palette,
  ratio: number,
  gapText: (gap: Gap) => readonly [string, string],
): void => {
  if (around.alarms.length + around.warnings.length + around.limits.length + around.gaps.length === 0) return;
  const c = u.ctx;
  const box = u.bbox;
  c.save();
  c.beginPath();
  c.rect(box.left, box.top, box.width, box.height);
  c.clip();
  const caps = (spans: readonly ChartSpan[], colour: string): void => {
    c.fillStyle = colour;
    for (const span of spans) {
      const edge = clipped(u, box, span);
      if (edge) c.fillRect(edge[0], box.top, Math.max(edge[1] - edge[0], 2 * ratio), capHeight * ratio);
    }
  };
  caps(around.warnings, palette.warn);
  caps(around.alarms, palette.alarm);
  const scale = u.scales.y;
  for (const limit of around.limits) {
    if (!scale || limit.value < (scale.min ?? 0) || limit.value > (scale.max ?? 0)) continue;
    const y = Math.round(u.valToPos(limit.value, 'y', true)) + 0.5;
    c.strokeStyle = palette.warntext;
    c.fillStyle = palette.warntext;
    c.lineWidth = ratio;
    c.setLineDash([6 * ratio, 3 * ratio]);
    c.beginPath();
    c.moveTo(box.left, y);
    c.lineTo(box.left + box.width, y);
    c.stroke();
    c.setLineDash([]);
    const below = y - box.top < 20 * ratio;
    c.textAlign = 'left';
    write(c, limit.label, box.left + 4 * ratio, below ? y + 14 * ratio : y - 5 * ratio, 450, ratio);
  }
  c.textAlign = 'center';
  for (const gap of around.gaps) {
    const edge = clipped(u, box, gap);
    if (!edge || edge[1] - edge[0] < reasonWidth * ratio) continue;
    const [first, second] = gapText(gap);
    const x = (edge[0] + edge[1]) / 2;
    const y = box.top + box.height / 2;
    c.font = `600 ${12 * ratio}px ${fontFamily}`;
    const width = Math.max(c.measureText(first).width, c.measureText(second).width) + 12 * ratio;
    if (width > edge[1] - edge[0]) continue;
    c.fillStyle = palette.hatch1;
    c.fillRect(x - width / 2, y - 18 * ratio, width, 36 * ratio);
    c.fillStyle = palette.text;
    write(c, first, x, y - 3 * ratio, 600, ratio);
    c.fillStyle = palette.text2;
    write(c, second, x, y + 12 * ratio, 450, ratio);
  }
  c.restore();
};

/** Draws the labels of the second unit inside the plot at the left, so that all plots of a page share one time axis. */
export const drawLeftAxis = (u: uPlot, palette: Palette, ratio: number, label: (value: number) => string): void => {
  const scale = u.scales.other;
  if (!scale) return;
  const c = u.ctx;
  const contacts = scale.min === -1.4 && scale.max === 1.4;
  const steps = contacts ? [-1, 1] : roundSteps(scale.min ?? 0, scale.max ?? 1, u.bbox.height / ratio / 48);
  c.save();
  c.textAlign = 'left';
  c.fillStyle = palette.brand;
  for (const value of steps)
    write(c, label(value), u.bbox.left + 6 * ratio, u.valToPos(value, 'other', true) + 4 * ratio, 450, ratio);
  c.restore();
};
