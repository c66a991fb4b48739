import { useState } from 'react';
import { readStored, type StorageKey, writeStored } from './storage.ts';

/** A choice between two that this browser remembers, and a setter; the usual one leaves nothing stored. */
export const useStored = <T extends string>(
  name: StorageKey,
  usual: T,
  other: T,
): readonly [T, (choice: T) => void] => {
  const [choice, setChoice] = useState(() => (readStored(name) === other ? other : usual));
  return [
    choice,
    (next) => {
      writeStored(name, next === other ? next : null);
      setChoice(next);
    },
  ];
};
