import { useEffect, useSyncExternalStore } from 'react';

/** The key, or the gesture, and what it does. */
export type KeyLine = readonly [keys: string, what: string];

/** What the parts of the page that is open add to the list behind `?`: a key stands there only where it does something. */
let added: readonly (readonly KeyLine[])[] = [];
const listeners = new Set<() => void>();
const set = (next: typeof added): void => {
  added = next;
  for (const listener of listeners) listener();
};

/** Adds lines to the list while the part is there; the same lines of two parts stand there once. */
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

/** What the list shows now, beside the keys of every page. */
export const useAddedKeys = (): readonly KeyLine[] => {
  const all = useSyncExternalStore(subscribe, () => added);
  return [...new Set(all)].flat();
};
