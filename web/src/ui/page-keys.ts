import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** A key or gesture, and what it does. */
export type KeyLine = readonly [keys: string, what: string];

/** Key bindings of mounted components, for the list that `?` opens. */
const added = createStore<readonly (readonly KeyLine[])[]>([]);

/** Adds entries to the list while mounted; duplicates are listed once. */
export const usePageKeys = (lines: readonly KeyLine[]): void => {
  useEffect(() => {
    added.set([...added.get(), lines]);
    return () => {
      const index = added.get().lastIndexOf(lines);
      added.set(added.get().filter((_, each) => each !== index));
    };
  }, [lines]);
};

/** The entries that components have added. */
export const useAddedKeys = (): readonly KeyLine[] => {
  return [...new Set(useStore(added))].flat();
};

const offKey = 'letter_keys';
const off = createStore(localStorage.getItem(offKey) === 'off');

/** Whether keys of one character do something, such as `n` or `?`: people who speak to their computer switch them off. */
export const hasLetterKeys = (): boolean => !off.get();

/** Whether they are on, and a function that switches them, in this browser. */
export const useLetterKeys = (): readonly [isOn: boolean, turn: (isOn: boolean) => void] => [
  !useStore(off),
  (isOn) => {
    off.set(!isOn);
    if (isOn) localStorage.removeItem(offKey);
    else localStorage.setItem(offKey, 'off');
  },
];
