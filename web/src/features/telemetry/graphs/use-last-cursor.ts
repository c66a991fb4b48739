import { useCallback, useEffect, useRef } from 'react';
import { serverNow } from '../../../live/clock.ts';
import type { ChartGroup } from '../../../ui/chart/chart-group.ts';

/**
 * Returns a function that gives the last time of the cursor, also after the pointer has left the graphs for a button;
 * without one, the end of the visible range. Never later than now.
 */
export const useLastCursor = (group: ChartGroup): (() => number) => {
  const last = useRef<number | null>(null);
  useEffect(
    () =>
      group.onCursor(() => {
        last.current = group.cursor() ?? last.current;
      }),
    [group],
  );
  return useCallback(() => {
    const { from, to } = group.range();
    const at = last.current;
    const isInside = at !== null && at >= from && at <= to;
    return Math.floor(Math.min(isInside ? at : to, serverNow()));
  }, [group]);
};
