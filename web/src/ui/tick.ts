import { useSyncExternalStore } from 'react';

/** One clock for the whole page: all ages are updated together once a second. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

/** The browser's time of the last tick, so that neighbouring ages use the same moment. */
export const tickTime = (): number => (timer === undefined ? Date.now() : tickedAt);

/** Calls back once a second until unsubscribed. */
export const onTick = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) tickedAt = Date.now();
  timer ??= setInterval(() => {
    tickedAt = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** A text, number or flag derived from the current time; re-renders only when it changes. */
export const useTicking = <T extends string | number | boolean | null>(make: () => T): T =>
  useSyncExternalStore(onTick, make);
