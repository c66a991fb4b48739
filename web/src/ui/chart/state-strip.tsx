import { useEffect, useRef } from 'react';
import { observeWidth } from '../shared-observers.ts';
import { usePalette } from '../theme.ts';
import type { ChartGroup } from './chart-group.ts';
import { addGestures } from './gestures.ts';
import css from './state-strip.module.css';
import { drawStrip, type StripContent } from './state-strip-draw.ts';
import { sharedTicks } from './time-ticks.ts';

interface Props {
  readonly group: ChartGroup;
  readonly content: Omit<StripContent, 'ticks'>;
  readonly zone: string;
  readonly label: string;
}

/** Height of a strip in CSS pixels. */
const stripHeight = 28;
/** A shorter drag is a click. */
const dragPx = 4;

/** Adds the pointer gestures of a chart: a drag zooms in, a double-click resets the zoom, moving sets the cursor. */
function addPointing(element: HTMLElement, band: HTMLElement, group: ChartGroup): () => void {
  let start: number | null = null;
  const placed = (event: PointerEvent): readonly [x: number, at: number, pixelMs: number] => {
    const box = element.getBoundingClientRect();
    const { from, to } = group.range();
    const x = Math.max(0, Math.min(box.width, event.clientX - box.left));
    const pixelMs = (to - from) / Math.max(1, box.width);
    return [x, from + x * pixelMs, pixelMs];
  };
  const show = (from: number, to: number): void => {
    band.style.left = `${Math.min(from, to)}px`;
    band.style.width = `${Math.abs(to - from)}px`;
  };
  const move = (event: PointerEvent): void => {
    const [x, at, pixelMs] = placed(event);
    group.setCursor(at, pixelMs);
    if (start !== null) show(start, x);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || event.shiftKey || event.pointerType === 'touch') return;
    start = placed(event)[0];
    element.setPointerCapture(event.pointerId);
  };
  const up = (event: PointerEvent): void => {
    const from = start;
    start = null;
    show(0, 0);
    if (from === null) return;
    const [x, at, pixelMs] = placed(event);
    const began = at - (x - from) * pixelMs;
    if (Math.abs(x - from) >= dragPx) group.zoom({ from: Math.min(began, at), to: Math.max(began, at) });
  };
  const leave = (): void => group.setCursor(null);
  const reset = (): void => group.reset();
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointerleave', leave, { signal });
  element.addEventListener('dblclick', reset, { signal });
  return () => stop.abort();
}

/** The states of one sensor over time as a strip on the time axis of its group. */
export const StateStrip = ({ group, content, zone, label }: Props) => {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLElement>(null);
  const band = useRef<HTMLElement>(null);
  const palette = usePalette();
  useEffect(() => {
    const [element, surface, line] = [host.current, canvas.current, cursor.current];
    const context = surface?.getContext('2d');
    if (!element || !surface || !context || !line) return;
    let width = 0;
    let frame = 0;
    const draw = (): void => {
      if (width === 0) return;
      const ratio = window.devicePixelRatio;
      surface.width = Math.round(width * ratio);
      surface.height = Math.round(stripHeight * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const { from, to } = group.range();
      const ticks = sharedTicks(from, to, Math.round(width), zone);
      drawStrip(context, { width, height: stripHeight }, { from, to }, { ...content, ticks }, palette);
    };
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    const leaveSize = observeWidth(element, (now) => {
      width = now;
      soon();
    });
    const leaveRange = group.onRange(soon);
    const leaveCursor = group.onCursor(() => {
      const at = group.cursor();
      const { from, to } = group.range();
      line.hidden = at === null;
      if (at !== null) line.style.transform = `translateX(${((at - from) / (to - from)) * width}px)`;
    });
    return () => {
      cancelAnimationFrame(frame);
      leaveSize();
      leaveRange();
      leaveCursor();
    };
  }, [group, content, zone, palette]);
  useEffect(() => {
    const [element, marked] = [host.current, band.current];
    if (!element || !marked) return;
    const leaveGestures = addGestures(
      element,
      group,
      { left: () => 0, width: () => element.clientWidth },
      { plainWheel: false, plainDrag: false },
    );
    const leavePointing = addPointing(element, marked, group);
    return () => {
      leaveGestures();
      leavePointing();
    };
  }, [group]);
  return (
    <div ref={host} className={css.strip} role="img" aria-label={label}>
      <canvas ref={canvas} />
      <i ref={cursor} className={css.cursor} hidden />
      <i ref={band} className={css.band} />
    </div>
  );
};
