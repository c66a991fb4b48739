import { useCallback, useState } from 'react';

type Widened<T> = T extends string ? string : number;

/** State of a list (page, search) that stays with the tab, so that one comes back to where one was after an edit. */
export const useKept = <T extends string | number>(
  name: string,
  initial: T,
): readonly [Widened<T>, (next: Widened<T>) => void] => {
  const key = `list:${name}`;
  const [value, setValue] = useState<Widened<T>>(() => {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return initial as Widened<T>;
    // What was kept has the type of the initial value, because this hook kept it.
    return (typeof initial === 'number' ? Number(kept) || initial : kept) as Widened<T>;
  });
  const set = useCallback(
    (next: Widened<T>) => {
      sessionStorage.setItem(key, String(next));
      setValue(next);
    },
    [key],
  );
  return [value, set];
};
