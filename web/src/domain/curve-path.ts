import type { CurvePoints } from './hour-curves.ts';

/** Size of the drawing in its own units; it is stretched to the space that it gets. */
export const curveBox = { width: 600, height: 100 } as const;
const hourMs = 3_600_000;
const edge = 4;
/** Points closer together than this share of the axis are skipped, because they would overlap. */
const leastSpacing = 1 / 300;

export interface CurveShape {
  readonly path: string;
  /** The newest point. */
  readonly end: { readonly x: number; readonly y: number } | null;
}

/**
 * SVG path from `from`, by default an hour before `now`, interrupted at gaps. The value axis spans at least `minSpan`, so that noise is not
 * exaggerated.
 */
export const curveShape = (
  { times, values }: CurvePoints,
  view: { readonly now: number; readonly from?: number; readonly gapMs: number; readonly minSpan: number },
): CurveShape => {
  const { now, from = now - hourMs } = view;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  times.forEach((at, index) => {
    const value = values[index] ?? Number.NaN;
    if (at < from || Number.isNaN(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  if (low > high) return { path: '', end: null };
  const span = Math.max(high - low, view.minSpan);
  const middle = (low + high) / 2;
  let path = '';
  let last: { readonly at: number; readonly x: number; readonly y: number } | null = null;
  times.forEach((at, index) => {
    const value = values[index] ?? Number.NaN;
    if (at < from || (last !== null && at - last.at < (now - from) * leastSpacing && index < times.length - 1)) return;
    if (Number.isNaN(value)) {
      last = null;
      return;
    }
    const x = Math.round(((at - from) / (now - from)) * curveBox.width * 10) / 10;
    const y = Math.round((curveBox.height / 2 - ((value - middle) / span) * (curveBox.height - 2 * edge)) * 10) / 10;
    path += `${last !== null && at - last.at <= view.gapMs ? 'L' : 'M'}${x} ${y}`;
    last = { at, x, y };
  });
  return { path, end: last };
};
