import { type RefCallback, useCallback, useRef, useState } from 'react';
import { watchSize } from '../sight.ts';

/** The width of an element as it is resized; 0 until the browser has laid it out. */
export const useWidth = (): readonly [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0);
  const leave = useRef<(() => void) | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    leave.current?.();
    leave.current = element && watchSize(element, setWidth);
  }, []);
  return [ref, width];
};
