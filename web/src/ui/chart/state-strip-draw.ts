import { spanText } from '../time.ts';
import { fontFamily, type Palette } from '../tokens.ts';
import type { ChartSpan, Gap } from './columns.ts';
import { type StateSpan, stateKey } from './state-spans.ts';
import type { TimeTick } from './time-ticks.ts';

export interface StripContent {
  readonly spans: readonly StateSpan[];
  readonly gaps: readonly Gap[];
  readonly warnings: readonly ChartSpan[];
  readonly ticks: readonly TimeTick[];
  /** Key of the state that is drawn filled; others are outlined. */
  readonly usual: string | null;
  readonly word: (span: StateSpan) => string;
}

/** Canvas size in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const wordFont = `500 12px ${fontFamily}`;
const lastedFont = `400 12px ${fontFamily}`;
const inset = 4;
const padding = 6;

/**
 * Draws one strip: the usual state filled, others outlined, each with its text and its duration if there is space.
 * Alarms take the full height, so that they differ by more than their colour; warnings have an amber lower edge.
 */
export const drawStrip = (
  c: CanvasRenderingContext2D,
  { width, height }: Size,
  range: ChartSpan,
  content: StripContent,
  palette: Palette,
): void => {
  const perMs = width / (range.to - range.from);
  const edges = ({ from, to }: ChartSpan): readonly [number, number] | null => {
    const left = Math.max(0, (from - range.from) * perMs);
    const right = Math.min(width, (to - range.from) * perMs);
    return right < 0 || left > width ? null : [left, Math.max(right, left + 1)];
  };
  c.clearRect(0, 0, width, height);
  c.fillStyle = palette.line;
  for (const tick of content.ticks) c.fillRect(Math.round((tick.at - range.from) * perMs), 0, 1, height);
  for (const gap of content.gaps) {
    const at = edges(gap);
    if (at) hatch(c, at[0], at[1] - at[0], height, palette);
  }
  c.font = wordFont;
  c.textBaseline = 'middle';
  for (const span of content.spans) {
    const at = edges(span);
    if (at) drawState(c, span, at, height, content, palette);
  }
  c.fillStyle = palette.warn;
  for (const span of content.warnings) {
    const at = edges(span);
    if (at) c.fillRect(at[0], height - 3, Math.max(2, at[1] - at[0]), 3);
  }
};

function drawState(
  c: CanvasRenderingContext2D,
  span: StateSpan,
  [left, right]: readonly [number, number],
  height: number,
  { usual, word }: StripContent,
  palette: Palette,
): void {
  const width = right - left;
  const isUsual = stateKey(span) === usual;
  if (span.alarm) {
    c.fillStyle = palette.alarm;
    c.fillRect(left, 0, Math.max(2, width), height);
  } else if (isUsual) {
    c.fillStyle = palette.hatch2;
    c.fillRect(left, inset, width, height - 2 * inset);
  } else {
    c.fillStyle = palette.surface;
    c.fillRect(left, inset, width, height - 2 * inset);
    c.strokeStyle = palette.text3;
    c.lineWidth = 1;
    if (width > 3) c.strokeRect(left + 0.5, inset + 0.5, width - 1, height - 2 * inset - 1);
    else {
      c.fillStyle = palette.text3;
      c.fillRect(left, inset, width, height - 2 * inset);
    }
  }
  if (span.mixed) {
    c.fillStyle = palette.text;
    c.fillRect((left + right) / 2 - 1, inset, 2, height - 2 * inset);
    return;
  }
  const text = word(span);
  if (text === '' || width < 24 || c.measureText(text).width > width - 2 * padding) return;
  c.fillStyle = span.alarm ? palette.onalarm : palette.text;
  c.fillText(text, left + padding, height / 2 + 0.5);
  const after = left + padding + c.measureText(text).width + padding;
  const duration = spanText(span.to - span.from);
  c.font = lastedFont;
  if (after + c.measureText(duration).width <= right - padding) {
    if (!span.alarm) c.fillStyle = palette.text3;
    c.fillText(duration, after, height / 2 + 0.5);
  }
  c.font = wordFont;
}

function hatch(c: CanvasRenderingContext2D, left: number, width: number, height: number, palette: Palette): void {
  c.save();
  c.beginPath();
  c.rect(left, 0, width, height);
  c.clip();
  c.fillStyle = palette.hatch1;
  c.fill();
  c.strokeStyle = palette.hatch2;
  c.lineWidth = 1.5;
  c.beginPath();
  for (let x = left - height - (left % 8); x < left + width; x += 8) {
    c.moveTo(x, height);
    c.lineTo(x + height, 0);
  }
  c.stroke();
  c.restore();
}
