import { type RefCallback, useCallback, useRef, useState } from 'react';
import { observeWidth } from '../shared-observers.ts';

/** A ref and the width in px of its element, updated on resize; 0 until it is laid out. */
export const useWidth = (): readonly [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0);
  const leave = useRef<(() => void) | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    leave.current?.();
    leave.current = element && observeWidth(element, setWidth);
  }, []);
  return [ref, width];
};
