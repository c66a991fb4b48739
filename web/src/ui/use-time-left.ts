import { useTicking } from './tick.ts';
import { spanText } from './time.ts';

/** Text with the time left until `until` (unix ms), updated every second; '' once it has passed. */
export const useTimeLeft = (until: number, now: () => number): string =>
  useTicking(() => {
    const left = until - now();
    return left > 0 ? spanText(left) : '';
  });
