import { texts } from '@tocsin/contract/texts/incident-pack';
import { texts as product } from '@tocsin/contract/texts/product';
import { rgb } from 'pdf-lib';
import { type PdfCanvas, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';

/** One sensor of a device in slots of a minute. Plain data, since it is posted to the thread that draws it. */
export interface ChartSeries {
  readonly name: string;
  readonly unit: string;
  /** 1 in alarm and -1 otherwise. */
  readonly isContact: boolean;
  readonly ts: Float64Array;
  /** NaN: a gap. */
  readonly value: Float64Array;
  readonly alarm: Uint8Array;
}
export interface ChartsOrder {
  readonly device: string;
  readonly zone: string;
  readonly from: number;
  readonly to: number;
  /** When the alarm of the pack began. */
  readonly at: number;
  readonly now: number;
  readonly series: readonly ChartSeries[];
}

const chartHeight = 96;
const labelWidth = 150;
const minute = 60_000;
/** Points farther apart than this are not joined. */
const joinedMs = 1.5 * minute;
const ink = rgb(0.08, 0.3, 0.32);
const grid = rgb(0.83, 0.85, 0.86);
const red = rgb(0.96, 0.8, 0.79);
const mark = rgb(0.75, 0.1, 0.1);

interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Lowest and highest value, apart from each other; null when there is none. */
export function scaleOf({ value, isContact }: ChartSeries): Scale | null {
  if (isContact) return { low: -1, high: 1 };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const each of value) {
    if (Number.isNaN(each)) continue;
    low = Math.min(low, each);
    high = Math.max(high, each);
  }
  if (low > high) return null;
  return low === high ? { low: low - 1, high: high + 1 } : { low, high };
}

/** The unbroken parts of a series, as pairs of indices, half-open. */
export function unbroken({ ts, value }: ChartSeries): [from: number, to: number][] {
  const parts: [number, number][] = [];
  let begin = -1;
  for (let i = 0; i <= ts.length; i++) {
    const has = i < ts.length && !Number.isNaN(value[i]);
    const joins = has && begin >= 0 && (ts[i] ?? 0) - (ts[i - 1] ?? 0) <= joinedMs;
    if (begin >= 0 && !joins) {
      parts.push([begin, i]);
      begin = -1;
    }
    if (has && begin < 0) begin = i;
  }
  return parts;
}

/** Sensors that were in alarm first, and numbers before contacts; otherwise as they came. */
export const worstFirst = (series: readonly ChartSeries[]): readonly ChartSeries[] => {
  const rank = (one: ChartSeries): number => (one.alarm.includes(1) ? 0 : 2) + (one.isContact ? 1 : 0);
  return series.toSorted((a, b) => rank(a) - rank(b));
};

const quarter = 15 * minute;
/** Quarters of an hour within a span; zones differ from UTC by whole quarters. */
export function quartersIn(from: number, to: number): number[] {
  const first = Math.ceil(from / quarter) * quarter;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / quarter) + 1) }, (_, i) => first + i * quarter);
}

/** The SVG path of an unbroken part: straight from point to point, or steps for a contact. */
export function pathOf(
  { ts, value, isContact }: ChartSeries,
  [begin, end]: readonly [from: number, to: number],
  xOf: (ts: number) => number,
  yOf: (value: number) => number,
): string {
  let path = '';
  for (let i = begin; i < end; i++) {
    const [x, y] = [xOf(ts[i] ?? 0).toFixed(2), yOf(value[i] ?? 0).toFixed(2)];
    path += path === '' ? `M${x} ${y}` : isContact ? `H${x}V${y}` : `L${x} ${y}`;
  }
  // A contact holds until the end of its last minute; a single point would be invisible.
  if (isContact) return `${path}H${xOf((ts[end - 1] ?? 0) + minute).toFixed(2)}`;
  return end - begin === 1 ? `${path}h1` : path;
}

const two = (value: number): string => String(Number(value.toFixed(2)));

function drawChart(canvas: PdfCanvas, one: ChartSeries, { from, to, at, zone }: ChartsOrder): void {
  const { page } = canvas;
  const left = canvas.x + labelWidth;
  const width = canvas.width - labelWidth;
  const [bottom, height] = [canvas.y + 10, canvas.height - 20];
  // The first minute begins before the span, and the last one ends after it.
  const xOf = (ts: number): number => (Math.min(Math.max(ts - from, 0), to - from) / Math.max(1, to - from)) * width;
  page.drawRectangle({ x: left, y: bottom, width, height, borderColor: grid, borderWidth: 0.5 });
  for (const [index, ts] of one.ts.entries())
    if (one.alarm[index])
      page.drawRectangle({
        x: left + xOf(ts),
        y: bottom,
        width: Math.max(0.5, xOf(ts + minute) - xOf(ts)),
        height,
        color: red,
      });
  for (const tick of quartersIn(from, to)) {
    const x = left + xOf(tick);
    page.drawLine({ start: { x, y: bottom }, end: { x, y: bottom + height }, thickness: 0.4, color: grid });
    canvas.write(toZonedIso(tick, zone).slice(11, 16), { x: x - 8, top: bottom - 1.5, size: 6.5 });
  }
  page.drawLine({
    start: { x: left + xOf(at), y: bottom },
    end: { x: left + xOf(at), y: bottom + height },
    thickness: 0.8,
    color: mark,
  });
  canvas.write(one.name.slice(0, 60), { x: canvas.x, top: bottom + height, size: 8 });
  const second = { x: canvas.x, top: bottom + height - 13, size: 7 };
  const scale = scaleOf(one);
  if (scale === null) {
    canvas.write(texts.noSeries, second);
    return;
  }
  const range = scale.high - scale.low;
  const words = one.isContact ? '' : `${two(scale.low)} to ${two(scale.high)} ${one.unit}`;
  canvas.write(words, second);
  // SVG's y axis points downwards from the given corner.
  const yOf = (value: number): number => height - ((value - scale.low) / range) * (height - 6) - 3;
  for (const part of unbroken(one))
    page.drawSvgPath(pathOf(one, part, xOf, yOf), { x: left, y: bottom + height, borderColor: ink, borderWidth: 0.8 });
}

/** The graphs of a device as a vector PDF, one under the other, those that were in alarm first. */
export async function chartsPdf(order: ChartsOrder): Promise<Uint8Array> {
  const clock = (at: number): string => toZonedIso(at, order.zone).replace('T', ' ').slice(0, 19);
  const pdf = await TablePdf.create(texts.documentTitle(order.device), order.now, { wide: true });
  pdf.text(texts.documentTitle(order.device), { size: 16, bold: true });
  pdf.text(texts.chartSpan(clock(order.from), `${clock(order.to)} ${order.zone}`), { gap: 6 });
  if (order.series.length === 0) pdf.text(texts.noSeries);
  for (const one of worstFirst(order.series)) pdf.figure(chartHeight, (canvas) => drawChart(canvas, one, order));
  return await pdf.bytes(product);
}
