import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/notifications';
import { call, download } from '../../../api/call.ts';
import type { LogQuery } from './model.ts';

/** Page size of the log (docs/spec/decisions.md, section 9). */
export const pageSize = 25;

/** One page of the log; the first is refetched while visible. */
export const logQuery = (client: number | null | 'all', query: LogQuery, cursor: string | null) =>
  queryOptions({
    queryKey: ['notification-log', client, query, cursor],
    queryFn: ({ signal }) =>
      call(endpoints.list, {
        query: { ...query, limit: pageSize, ...(cursor === null ? {} : { cursor }) } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** Number of events in a scope that need acknowledgement, including active ones. */
export const unacknowledgedQuery = (client: number | null | 'all', query: LogQuery) =>
  queryOptions({
    queryKey: ['notification-log', client, 'unacknowledged', query],
    queryFn: ({ signal }) => call(endpoints.list, { query: { ...query, limit: 1 } as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Downloads the log for a query as CSV. Refusals are thrown as CallError. */
export const exportLog = (query: LogQuery): Promise<void> =>
  download(endpoints.export, { query: query as never }, 'notifications.csv');
