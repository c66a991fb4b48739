import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from './tokens.ts';

export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

export const usePhone = (): boolean => useMedia(`(max-width: ${breakpoints.phone}px)`);
export const useTablet = (): boolean => useMedia(`(max-width: ${breakpoints.tablet - 1}px)`);
