import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/http.ts';
import { siteQuery } from '../../domain/plant.ts';

export type Order = 'name' | '-name' | 'update_dt' | '-update_dt';

const maxSchemas = 1000;

export const schemasQuery = (siteId: number, order: Order) =>
  queryOptions({
    queryKey: ['schemas', siteId, order],
    queryFn: ({ signal }) =>
      call(endpoints.list, { query: { location: String(siteId), order_by: order, limit: maxSchemas }, signal }),
  });

export const schemaQuery = (schemaId: number) =>
  queryOptions({
    queryKey: ['schema', schemaId],
    queryFn: ({ signal }) => call(endpoints.one, { params: { id: schemaId }, signal }),
  });

export const tabQuery = (tabId: number) =>
  queryOptions({
    queryKey: ['schema-tab', tabId],
    queryFn: ({ signal }) => call(endpoints.tab, { params: { id: tabId }, signal }),
    staleTime: 30_000,
  });

/** The site in the address, which need not be the selected one. */
export const useSiteOf = (siteId: number) => useQuery({ ...siteQuery(siteId), staleTime: 60_000 });

export const machineQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['machine', machineId],
    queryFn: ({ signal }) => call(endpoints.machine, { params: { id: machineId }, signal }),
  });

/** Whether the server refused access or found nothing: either way the page cannot be opened. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);
