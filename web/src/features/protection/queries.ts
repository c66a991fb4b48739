import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { designKinds, endpoints, type ProtectionEntry, type ProtectionFilter } from '@tocsin/contract/protection';
import { call, download } from '../../api/call.ts';

export const pageSize = 100;
/** Polling interval of the list. */
const refetchMs = 15_000;
const countAgainMs = 60_000;

type Filter = Omit<Partial<ProtectionFilter>, 'is_by_design'>;

/** A page of what needs somebody, or of what is so by design. */
export const protectionQuery = (client: number | null, filter: Filter, page: number, isByDesign = false) =>
  queryOptions({
    queryKey: ['protection', client, filter, page, isByDesign],
    queryFn: ({ signal }) =>
      call(endpoints.list, {
        query: {
          ...filter,
          is_by_design: isByDesign ? 'true' : 'false',
          limit: pageSize,
          offset: (page - 1) * pageSize,
        },
        signal,
      }),
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

/** Confirms that entries of one device and kind are so by design; null: they need somebody again. */
export const confirmDesign = async (
  queries: QueryClient,
  entries: readonly [ProtectionEntry, ...ProtectionEntry[]],
  reason: string | null,
): Promise<void> => {
  const [{ device_id: id, kind }] = entries;
  const one = designKinds.find((name) => name === kind);
  const sensors = entries.flatMap(({ sensor_id }) => sensor_id ?? []);
  if (id === null || one === undefined) return;
  await call(endpoints.design, { params: { id }, body: { sensors, kind: one, reason } });
  await refresh(queries);
};

export const restoreSuspicion = async (queries: QueryClient, id: number): Promise<void> => {
  await call(endpoints.restore, { params: { id } });
  await refresh(queries);
};

export const protectionCsv = (filter: Filter) => download(endpoints.export, { query: filter }, 'not_protecting.csv');
export const protectionPdf = (filter: Filter) => download(endpoints.report, { query: filter }, 'not_protecting.pdf');
