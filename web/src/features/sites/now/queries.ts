import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/incidents';
import { useEffect } from 'react';
import { callQuery } from '../../../api/call.ts';
import { onArrival } from '../../../live/notifications.ts';

const refetchMs = 10_000;
/** Messages within this time cause one answer. */
const gatherMs = 300;

/** What the first page shows above its sites. */
export const nowQuery = (client: number | null) =>
  callQuery(['now', client], endpoints.now, { refetchInterval: refetchMs });

/** Reads it again soon after each event. */
export const useFreshNow = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = onArrival(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['now'] });
      }, gatherMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [queries]);
};
