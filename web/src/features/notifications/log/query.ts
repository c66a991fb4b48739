import { keepPreviousData } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/notifications';
import { callQuery, download } from '../../../api/call.ts';
import type { LogQuery } from './model.ts';

/** Page size of the log (docs/spec/decisions.md, section 9). */
export const pageSize = 25;

/** A page of incidents by its number, or of single events by a cursor. */
const placeQuery = (place: { readonly cursor: string | null } | { readonly page: number }) => {
  if ('page' in place) return { by_incident: 'true', offset: place.page * pageSize };
  return place.cursor === null ? {} : { cursor: place.cursor };
};

/** One page of the log; the first is refetched while visible. */
export const logQuery = (
  client: number | null | 'all',
  query: LogQuery,
  place: { readonly cursor: string | null } | { readonly page: number },
) =>
  callQuery(['notification-log', client, query, place], endpoints.list, {
    query: { ...query, limit: pageSize, ...placeQuery(place) } as never,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** Number of events in a scope that need acknowledgement, including active ones. */
export const unacknowledgedQuery = (client: number | null | 'all', query: LogQuery) =>
  callQuery(['notification-log', client, 'unacknowledged', query], endpoints.list, {
    query: { ...query, limit: 1 } as never,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Downloads the log for a query as CSV. Refusals are thrown as CallError. */
export const exportLog = (query: LogQuery): Promise<void> =>
  download(endpoints.export, { query: query as never }, 'notifications.csv');
