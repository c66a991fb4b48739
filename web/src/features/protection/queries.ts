import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints, type ProtectionFilter } from '@tocsin/contract/protection';
import { call, download } from '../../api/call.ts';

export const pageSize = 100;
/** Polling interval of the list. */
const refetchMs = 15_000;
const countAgainMs = 60_000;

export const protectionQuery = (client: number | null, filter: Partial<ProtectionFilter>, page: number) =>
  queryOptions({
    queryKey: ['protection', client, filter, page],
    queryFn: ({ signal }) =>
      call(endpoints.list, { query: { ...filter, limit: pageSize, offset: (page - 1) * pageSize }, signal }),
    enabled: client !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchMs,
  });

export const countQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['protection-count', client],
    queryFn: ({ signal }) => call(endpoints.count, { query: {}, signal }),
    enabled: client !== null,
    refetchInterval: countAgainMs,
  });

export const dismissedQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['suspicions', client, 'dismissed'],
    queryFn: ({ signal }) => call(endpoints.suspicions, { query: { is_dismissed: 'true', limit: 1000 }, signal }),
    enabled: client !== null,
    staleTime: 0,
  });

const refresh = async (queries: QueryClient): Promise<void> => {
  for (const key of ['protection', 'protection-count', 'suspicions'])
    await queries.invalidateQueries({ queryKey: [key] });
};

export const dismissSuspicion = async (queries: QueryClient, id: number, reason: string): Promise<void> => {
  await call(endpoints.dismiss, { params: { id }, body: { reason } });
  await refresh(queries);
};

/** Users who can own entries of a device. */
export const ownersQuery = (device: number) =>
  queryOptions({
    queryKey: ['protection-owners', device],
    queryFn: ({ signal }) => call(endpoints.owners, { params: { id: device }, signal }),
  });

export const assignOwner = async (
  queries: QueryClient,
  device: number,
  body: BodyIn<typeof endpoints.assign>,
): Promise<void> => {
  await call(endpoints.assign, { params: { id: device }, body });
  await refresh(queries);
};

export const restoreSuspicion = async (queries: QueryClient, id: number): Promise<void> => {
  await call(endpoints.restore, { params: { id } });
  await refresh(queries);
};

export const protectionCsv = (filter: Partial<ProtectionFilter>) =>
  download(endpoints.export, { query: filter }, 'not_protecting.csv');
export const protectionPdf = (filter: Partial<ProtectionFilter>) =>
  download(endpoints.report, { query: filter }, 'not_protecting.pdf');
