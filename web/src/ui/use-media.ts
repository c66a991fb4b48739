import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from './tokens.ts';

/** One MediaQueryList per query: hundreds of cards use the same one. */
const lists = new Map<string, MediaQueryList>();
const listOf = (query: string): MediaQueryList => {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
};

/** Whether a media query matches; re-renders when it changes. */
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

/** Phone width: bottom bar, cards, 44 px targets. */
export const usePhone = (): boolean => useMedia(`(max-width: ${breakpoints.phone}px)`);
/** Tablet width or narrower. */
export const useTablet = (): boolean => useMedia(`(max-width: ${breakpoints.tablet - 1}px)`);
