import { useCallback, useState } from 'react';

/** State of a list (page, search) that stays with the tab, so that one comes back to where one was after an edit. */
export const useKept = <T extends string | number>(name: string, initial: T): readonly [T, (next: T) => void] => {
  const key = `list:${name}`;
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return initial;
    // What was kept has the type of the initial value, because this hook kept it.
    return (typeof initial === 'number' ? Number(kept) || initial : kept) as T;
  });
  const set = useCallback(
    (next: T) => {
      sessionStorage.setItem(key, String(next));
      setValue(next);
    },
    [key],
  );
  return [value, set];
};
