import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onArrival } from './notifications.ts';

/** Refetches queries of a key soon after each message with events; a burst within `gatherMs` causes one refetch. */
export const useRefetchOnArrival = (key: string, gatherMs: number): void => {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = onArrival(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [key] });
      }, gatherMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [queries, key, gatherMs]);
};
