import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { callQuery } from '../../api/call.ts';
import { CallError } from '../../api/http.ts';
import { siteQuery } from '../../domain/plant.ts';

export type Order = 'name' | '-name' | 'update_dt' | '-update_dt';

const maxSchemas = 1000;

export const schemasQuery = (siteId: number, order: Order) =>
  callQuery(['schemas', siteId, order], endpoints.list, {
    query: { location: String(siteId), order_by: order, limit: maxSchemas },
  });

export const schemaQuery = (schemaId: number) =>
  callQuery(['schema', schemaId], endpoints.one, { params: { id: schemaId } });

export const tabQuery = (tabId: number) =>
  callQuery(['schema-tab', tabId], endpoints.tab, { params: { id: tabId }, staleTime: 30_000 });

/** The site in the address, which need not be the selected one. */
export const useSiteOf = (siteId: number) => useQuery({ ...siteQuery(siteId), staleTime: 60_000 });

export const machineQuery = (machineId: number) =>
  callQuery(['machine', machineId], endpoints.machine, { params: { id: machineId } });

/** Whether the server refused access or found nothing: either way the page cannot be opened. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);
