import { useCallback, useState } from 'react';

type Widened<T> = T extends string ? string : number;

/** The state of a list (page, search), stored for the tab, so that it is restored after an edit. */
export const useSessionState = <T extends string | number>(
  name: string,
  initial: T,
): readonly [Widened<T>, (next: Widened<T>) => void] => {
  const key = `list:${name}`;
  const [value, setValue] = useState<Widened<T>>(() => {
    const stored = sessionStorage.getItem(key);
    if (stored === null) return initial as Widened<T>;
    // The stored value has the type of the initial value, because this hook stored it.
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
