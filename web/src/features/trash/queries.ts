import { queryOptions } from '@tanstack/react-query';
import { endpoints as clients } from '@tocsin/contract/clients';
import { endpoints as devices } from '@tocsin/contract/devices';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call } from '../../api/call.ts';

export type RemovedKind = 'clients' | 'sites' | 'devices';
export type Removed = { readonly id: number; readonly name: string; readonly of: string; readonly at: string | null };
const query = { removed: 'true', limit: 1000 } as const;

export const removedQuery = (kind: RemovedKind) =>
  queryOptions({
    queryKey: ['removed', kind],
    queryFn: async ({ signal }): Promise<readonly Removed[]> => {
      if (kind === 'clients') {
        const { results } = await call(clients.list, { query: query, signal });
        return results.map((c) => ({ id: c.id, name: c.company, of: '', at: c.removed_at }));
      }
      if (kind === 'sites') {
        const { results } = await call(sites.list, { query: query, signal });
        return results.map((s) => ({ id: s.id, name: s.title, of: s.client_company, at: s.removed_at }));
      }
      const { results } = await call(devices.list, { query: query, signal });
      return results.map((d) => ({ id: d.id, name: d.title, of: d.location_title, at: d.removed_at }));
    },
    staleTime: 0,
  });

export const restore = async (kind: RemovedKind, id: number): Promise<void> => {
  const params = { id };
  if (kind === 'clients') await call(clients.restore, { params });
  else if (kind === 'sites') await call(sites.restore, { params });
  else await call(devices.restore, { params });
};
