import { useEffect, useRef } from 'react';
import { observeVisibility, observeWidth } from './shared-observers.ts';
import { drawSparkline, type SparkPoints, type SparkView } from './sparkline-draw.ts';
import { usePalette } from './theme.ts';
import { onTick } from './tick.ts';

interface Props {
  readonly read: () => SparkPoints;
  /** Notifies about new points, which are drawn at most once per animation frame. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => SparkView;
  readonly height: number;
  readonly className?: string | undefined;
}

/** Seconds between redraws without new points, which advance the time. */
const moveEvery = 5;

/** A curve beside a value, hidden from screen readers because the value is also a text. Drawn only while visible. */
export const Sparkline = ({ read, subscribe, view, height, className }: Props) => {
  const ref = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    let isVisible = false;
    let width = 0;
    let ticks = 0;
    const draw = (): void => {
      if (!isVisible || width === 0) return;
      drawSparkline(context, width, height, read(), view(), palette);
    };
    const size = (now: number): void => {
      width = now;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw();
    };
    const stopWidth = observeWidth(canvas, size);
    const stopVisibility = observeVisibility(canvas, 0, (near) => {
      isVisible = near;
      draw();
    });
    const unsubscribe = subscribe(draw);
    const stopTicks = onTick(() => {
      if (++ticks % moveEvery === 0) draw();
    });
    return () => {
      stopWidth();
      stopVisibility();
      unsubscribe();
      stopTicks();
    };
  }, [read, subscribe, view, height, palette]);
  return <canvas ref={ref} className={className} style={{ display: 'block', width: '100%', height }} />;
};
