import { texts } from '@tocsin/contract/texts/incident-pack';
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

const two = (value: number): string => String(Number(value.toFixed(2)));

function drawChart(canvas: PdfCanvas, one: ChartSeries, { from, to, at }: ChartsOrder): void {
  const { page } = canvas;
  const left = canvas.x + labelWidth;
  const width = canvas.width - labelWidth;
  const [bottom, height] = [canvas.y + 10, canvas.height - 20];
  const xOf = (ts: number): number => ((ts - from) / Math.max(1, to - from)) * width;
  page.drawRectangle({ x: left, y: bottom, width, height, borderColor: grid, borderWidth: 0.5 });
  for (const [index, ts] of one.ts.entries())
    if (one.alarm[index])
      page.drawRectangle({
        x: left + xOf(ts),
        y: bottom,
        width: Math.max(0.5, xOf(from + minute)),
        height,
        color: red,
      });
  page.drawLine({
    start: { x: left + xOf(at), y: bottom },
    end: { x: left + xOf(at), y: bottom + height },
    thickness: 0.8,
    color: mark,
  });
  canvas.text(one.name.slice(0, 60), canvas.x, bottom + height - 8, 8);
  const scale = scaleOf(one);
  if (scale === null) {
    canvas.text(texts.noSeries, canvas.x, bottom + height - 20);
    return;
  }
  const range = scale.high - scale.low;
  const words = one.isContact ? '' : `${two(scale.low)} to ${two(scale.high)} ${one.unit}`;
  canvas.text(words, canvas.x, bottom + height - 20);
  // SVG's y axis points downwards from the given corner.
  const yOf = (value: number): number => height - ((value - scale.low) / range) * (height - 6) - 3;
  for (const [begin, end] of unbroken(one)) {
    let path = '';
    for (let i = begin; i < end; i++) {
      const point = `${xOf(one.ts[i] ?? 0).toFixed(2)} ${yOf(one.value[i] ?? 0).toFixed(2)}`;
      path += path === '' ? `M${point}` : `L${point}`;
    }
    // A single point would be invisible.
    if (end - begin === 1) path += 'h1';
    page.drawSvgPath(path, { x: left, y: bottom + height, borderColor: ink, borderWidth: 0.8 });
  }
}

/** The graphs of a device as a vector PDF, one under the other. */
export async function chartsPdf(order: ChartsOrder): Promise<Uint8Array> {
  const clock = (at: number): string => toZonedIso(at, order.zone).replace('T', ' ').slice(0, 19);
  const pdf = await TablePdf.create(texts.documentTitle(order.device), order.now, { wide: true });
  pdf.text(texts.documentTitle(order.device), { size: 16, bold: true });
  pdf.text(texts.chartSpan(clock(order.from), clock(order.to)), { gap: 6 });
  if (order.series.length === 0) pdf.text(texts.noSeries);
  for (const one of order.series) pdf.figure(chartHeight, (canvas) => drawChart(canvas, one, order));
  return await pdf.bytes(texts.footer);
}
