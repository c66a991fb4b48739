import { useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { type Columns, indexAt } from '../../../../ui/chart/columns.ts';
import type { StateSpan } from '../../../../ui/chart/state-spans.ts';

/** A text for the time at the cursor; without one (null) for the newest time. Re-renders only when it changes. */
export const useAtCursor = (group: ChartGroup, say: (at: number | null) => string): string =>
  useSyncExternalStore(
    (listener) => {
      let frame = 0;
      const soon = (): void => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(listener);
      };
      const leaveCursor = group.onCursor(soon);
      const leaveRange = group.onRange(soon);
      return () => {
        cancelAnimationFrame(frame);
        leaveCursor();
        leaveRange();
      };
    },
    () => say(group.cursor()),
  );

/** The state of a sensor at a time, or (null) its newest one; undefined in a gap and before the first. */
export const stateAt = (spans: readonly StateSpan[], at: number | null): StateSpan | undefined =>
  at === null ? spans.at(-1) : spans.findLast((span) => span.from <= at && span.to >= at);

/** The value at a time (null: the newest) minus that at the start of a range; null if one of them is missing. */
export const changeSince = (c: Columns, from: number, at: number | null): number | null => {
  const last = at === null ? c.times.length - 1 : indexAt(c.times, at + 1) - 1;
  const first = indexAt(c.times, from);
  const [before, after] = [c.values[first], c.values[last]];
  return last < first || before === undefined || after === undefined ? null : after - before;
};
