import { useCallback, useEffect, useRef } from 'react';

/** A stable callback that calls the latest handler. */
export const useEventCallback = <T>(handler: (value: T) => void): ((value: T) => void) => {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  return useCallback((value) => newest.current(value), []);
};
