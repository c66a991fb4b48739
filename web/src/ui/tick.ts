import { useSyncExternalStore } from 'react';
import { createSubscribers } from './store.ts';

/** One clock for the whole page, so that all ages are updated together once a second. */
const { subscribe, notify, isEmpty } = createSubscribers();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

/** Browser time of the last tick in unix ms, so that all ages use the same time. */
export const tickTime = (): number => (timer === undefined ? Date.now() : tickedAt);

/** Calls back once a second; returns the unsubscribe function. */
export const onTick = (listener: () => void): (() => void) => {
  const unsubscribe = subscribe(listener);
  if (timer === undefined) tickedAt = Date.now();
  timer ??= setInterval(() => {
    tickedAt = Date.now();
    notify();
  }, 1_000);
  return () => {
    unsubscribe();
    if (!isEmpty()) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** A text, number or flag derived from the current time; re-renders only when it changes. */
export const useTicking = <T extends string | number | boolean | null>(make: () => T): T =>
  useSyncExternalStore(onTick, make);
