import { useCallback, useEffect, useRef } from 'react';
import { serverNow } from '../../../live/clock.ts';
import type { ChartGroup } from '../../../ui/chart/chart-group.ts';

/**
 * The time of the cursor, also after the pointer has left the graphs on its way to a button; else the end of what is
 * shown. Never later than now.
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
