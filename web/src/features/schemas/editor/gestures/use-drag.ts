import { useReactFlow } from '@xyflow/react';
import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react';
import type { Point } from '../../canvas/tab.ts';
import { type Drag, type DragEffect, type DragEvent, idle, step } from './drag.ts';

/**
 * Feeds a drag with pointer events in canvas coordinates, from the press until the release or Escape, also outside the
 * canvas. Emits at most one preview per animation frame.
 */
export const useDrag = <S>(answer: (effect: DragEffect<S>, event: PointerEvent | null) => void) => {
  const { screenToFlowPosition } = useReactFlow();
  const drag = useRef<Drag<S>>(idle);
  const latest = useRef(answer);
  latest.current = answer;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  return useCallback(
    (event: ReactPointerEvent, subject: S): void => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const place = (e: { clientX: number; clientY: number }): Point =>
        screenToFlowPosition({ x: e.clientX, y: e.clientY }, { snapToGrid: false });
      const feed = (next: DragEvent<S>, pointer: PointerEvent | null): void => {
        const { drag: after, effect } = step(drag.current, next);
        drag.current = after;
        if (effect.kind !== 'none') latest.current(effect, pointer);
        if (after.phase === 'idle') stop.current?.();
      };
      let frame = 0;
      let waiting: PointerEvent | null = null;
      const flush = (): void => {
        cancelAnimationFrame(frame);
        frame = 0;
        if (waiting !== null) feed({ kind: 'move', at: place(waiting) }, waiting);
        waiting = null;
      };
      const move = (e: PointerEvent): void => {
        waiting = e;
        frame ||= requestAnimationFrame(flush);
      };
      const up = (e: PointerEvent): void => {
        flush();
        feed({ kind: 'release', at: place(e) }, e);
      };
      const cancel = (): void => feed({ kind: 'cancel' }, null);
      const key = (e: KeyboardEvent): void => {
        if (e.key !== 'Escape') return;
        e.stopPropagation();
        cancel();
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', key, true);
      stop.current = () => {
        cancelAnimationFrame(frame);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', key, true);
        stop.current = null;
      };
      feed({ kind: 'press', subject, at: place(event) }, null);
    },
    [screenToFlowPosition],
  );
};
