import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from './tokens.ts';

/** One list a query: hundreds of cards ask the same, and each list of its own is kept up by the browser. */
const lists = new Map<string, MediaQueryList>();
const listOf = (query: string): MediaQueryList => {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
};

/** Whether a media query holds, drawn anew when it changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = listOf(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listOf(query).matches);
};

/** Narrow as a phone: bottom bar, cards, 44 px. */
export const usePhone = (): boolean => useMedia(`(max-width: ${breakpoints.phone}px)`);
/** Narrow as a tablet or a phone. */
export const useTablet = (): boolean => useMedia(`(max-width: ${breakpoints.tablet - 1}px)`);
