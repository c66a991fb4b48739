import { useCallback, useState } from 'react';

type Widened<T> = T extends string ? string : number;

/** State that is stored for the browser tab, such as page and search of a list, which return after an edit. */
export const useSessionState = <T extends string | number>(
  name: string,
  initial: T,
): readonly [Widened<T>, (next: Widened<T>) => void] => {
  const key = `list:${name}`;
  const [value, setValue] = useState<Widened<T>>(() => {
    const stored = sessionStorage.getItem(key);
    if (stored === null) return initial as Widened<T>;
    // This hook stored the value, so it has the type of the initial value.
    return (typeof initial === 'number' ? Number(stored) || initial : stored) as Widened<T>;
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
