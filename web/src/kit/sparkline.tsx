import { useEffect, useRef } from 'react';
import { drawSparkline, type SparkPoints, type SparkView } from './sparkline-draw.ts';
import { usePalette } from './theme.ts';
import { onTick } from './tick.ts';

interface Props {
  readonly read: () => SparkPoints;
  /** Tells when there are new points; they are drawn then, at most once per animation frame. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => SparkView;
  readonly height: number;
  readonly className?: string | undefined;
}

/** Seconds between drawings that only move the time on. */
const moveEvery = 5;

/** Decoration beside a value that is written out: hidden from screen readers. Draws only while it can be seen. */
export const Sparkline = ({ read, subscribe, view, height, className }: Props) => {
  const ref = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    let seen = false;
    let width = 0;
    let ticks = 0;
    const draw = (): void => {
      if (!seen || width === 0) return;
      drawSparkline(context, width, height, read(), view(), palette);
    };
    const size = (): void => {
      width = canvas.clientWidth;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw();
    };
    const sizes = new ResizeObserver(size);
    sizes.observe(canvas);
    const sight = new IntersectionObserver((entries) => {
      seen = entries.some((entry) => entry.isIntersecting);
      draw();
    });
    sight.observe(canvas);
    const unsubscribe = subscribe(draw);
    const untick = onTick(() => {
      if (++ticks % moveEvery === 0) draw();
    });
    return () => {
      sizes.disconnect();
      sight.disconnect();
      unsubscribe();
      untick();
    };
  }, [read, subscribe, view, height, palette]);
  return <canvas ref={ref} className={className} style={{ display: 'block', width: '100%', height }} />;
};
