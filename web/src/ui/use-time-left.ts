import { useTicking } from './tick.ts';
import { spanText } from './time.ts';

/** The time left until a moment, as text that changes with the page's clock; '' when it is over. */
export const useTimeLeft = (until: number, now: () => number): string =>
  useTicking(() => {
    const left = until - now();
    return left > 0 ? spanText(left) : '';
  });
