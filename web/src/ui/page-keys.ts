import { useEffect, useSyncExternalStore } from 'react';

/** A key or gesture, and what it does. */
export type KeyLine = readonly [keys: string, what: string];

/** Keys that components of the open page add to the list behind `?`: listed only where they work. */
let added: readonly (readonly KeyLine[])[] = [];
const listeners = new Set<() => void>();
const set = (next: typeof added): void => {
  added = next;
  for (const listener of listeners) listener();
};

/** Adds entries to the list while mounted; duplicates are listed once. */
export const usePageKeys = (lines: readonly KeyLine[]): void => {
  useEffect(() => {
    set([...added, lines]);
    return () => {
      const index = added.lastIndexOf(lines);
      set(added.filter((_, each) => each !== index));
    };
  }, [lines]);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current entries, besides the keys of every page. */
export const useAddedKeys = (): readonly KeyLine[] => {
  const all = useSyncExternalStore(subscribe, () => added);
  return [...new Set(all)].flat();
};
