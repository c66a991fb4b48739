import { createSubscribers } from '../store.ts';
import type { ChartSpan } from './columns.ts';

/** The shortest visible range. */
const minSpanMs = 2_000;

/**
 * The state shared by all charts of a page, in unix ms: the full range, the visible range, and the cursor. It is
 * outside React, because it changes with each mouse movement.
 */
export class ChartGroup {
  private fullRange: ChartSpan;
  private part: ChartSpan;
  private at: number | null = null;
  private pixel = 0;
  private readonly ranges = createSubscribers();
  private readonly cursors = createSubscribers();
  readonly onRange = this.ranges.subscribe;
  readonly onCursor = this.cursors.subscribe;

  constructor(full: ChartSpan) {
    this.fullRange = full;
    this.part = full;
  }

  readonly full = (): ChartSpan => this.fullRange;
  readonly range = (): ChartSpan => this.part;
  readonly cursor = (): number | null => this.at;
  /** Duration of the pixel under the cursor, in ms. */
  readonly cursorPixel = (): number => this.pixel;
  readonly isZoomed = (): boolean => this.part.from > this.fullRange.from || this.part.to < this.fullRange.to;

  /** Sets the full range, as after new data; a zoom is kept as far as it is inside. */
  setFull(full: ChartSpan): void {
    if (full.from === this.fullRange.from && full.to === this.fullRange.to) return;
    const zoomed = this.isZoomed();
    this.fullRange = full;
    this.set(zoomed ? this.part : full);
  }

  zoom(part: ChartSpan): void {
    this.set(part);
  }

  /** Scales the visible range by `factor`, so that `at` keeps its position on screen. */
  zoomAround(at: number, factor: number): void {
    const { from, to } = this.part;
    this.set({ from: at - (at - from) * factor, to: at + (to - at) * factor });
  }

  pan(ms: number): void {
    const { from, to } = this.part;
    const move = Math.max(this.fullRange.from - from, Math.min(this.fullRange.to - to, ms));
    this.set({ from: from + move, to: to + move });
  }

  reset(): void {
    this.set(this.fullRange);
  }

  setCursor(at: number | null, pixelMs = 0): void {
    if (at === this.at) return;
    this.at = at;
    this.pixel = pixelMs;
    this.cursors.notify();
  }

  private set({ from, to }: ChartSpan): void {
    const middle = (from + to) / 2;
    const half = Math.max(minSpanMs, to - from) / 2;
    const next = { from: Math.max(this.fullRange.from, middle - half), to: Math.min(this.fullRange.to, middle + half) };
    this.part = next.to > next.from ? next : this.fullRange;
    this.ranges.notify();
  }
}
