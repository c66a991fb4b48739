import { useCallback, useSyncExternalStore } from 'react';
import { onTick } from '../ui/tick.ts';
import type { DeviceStore } from './device-store.ts';
import { useDeviceStore } from './use-reading.ts';

/**
 * A text, number or flag derived from the device store and the current time. It is evaluated with each message and once
 * a second, and re-renders only when it changes. Lists must be passed as JSON, so that equal lists compare equal.
 */
export const useDerived = <T extends string | number | boolean | null>(
  make: (store: DeviceStore, now: number) => T,
): T => {
  const store = useDeviceStore();
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = store.subscribe(listener);
      const stop = onTick(listener);
      return () => {
        leave();
        stop();
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => make(store, store.clock.now()));
};
