import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { designKinds, endpoints, type ProtectionEntry, type ProtectionFilter } from '@tocsin/contract/protection';
import { call, callQuery, download, pageOf } from '../../api/call.ts';
import { protectionAgainMs, protectionCountQuery } from '../../domain/protection-count.ts';
import { countsOf } from './model.ts';

export const pageSize = 100;

type Filter = Omit<Partial<ProtectionFilter>, 'is_by_design'>;

/** A page of what needs somebody, or of what is so by design. */
export const protectionQuery = (client: number | null, filter: Filter, page: number, isByDesign = false) =>
  callQuery(['protection', client, filter, page, isByDesign], endpoints.list, {
    query: {
      ...filter,
      is_by_design: isByDesign ? 'true' : 'false',
      ...pageOf(page, pageSize),
    },
    enabled: client !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: protectionAgainMs,
  });

/** Shows in the menu what the page has counted. */
export const showInMenu = (queries: QueryClient, client: number | null, list: Parameters<typeof countsOf>[0]): void =>
  void queries.setQueryData(protectionCountQuery(client).queryKey, (known) => known && { ...known, ...countsOf(list) });

export const dismissedQuery = (client: number | null) =>
  callQuery(['suspicions', client, 'dismissed'], endpoints.suspicions, {
    query: { is_dismissed: 'true', limit: 1000 },
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
  callQuery(['protection-owners', device], endpoints.owners, { params: { id: device } });

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
