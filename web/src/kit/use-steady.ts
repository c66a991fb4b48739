import { useCallback, useEffect, useRef } from 'react';

/** A handler that stays the same object and does what the newest one would. */
export const useSteady = <T>(handler: (value: T) => void): ((value: T) => void) => {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  return useCallback((value) => newest.current(value), []);
};
