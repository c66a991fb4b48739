import { queryOptions } from '@tanstack/react-query';
import { endpoints as clients } from '@tocsin/contract/clients';
import { endpoints as devices } from '@tocsin/contract/devices';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints as gateways } from '@tocsin/contract/gateways';
import { RegistryImport, RegistryRefusal, endpoints as registry } from '@tocsin/contract/registry';
import { endpoints, type FlatPageInput, type OemSettingsPatch, type RssItem } from '@tocsin/contract/settings';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call } from '../../wire/call.ts';
import { CallError } from '../../wire/call-error.ts';
import { ask } from '../../wire/http.ts';

const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;

export const settingsQuery = () =>
  queryOptions({ queryKey: ['oem', 'settings'], queryFn: ({ signal }) => call(endpoints.oem, { signal }), ...fresh });
export const changeSettings = (body: OemSettingsPatch) => call(endpoints.changeOem, { body });

export const feedsQuery = () =>
  queryOptions({ queryKey: ['oem', 'feeds'], queryFn: ({ signal }) => call(endpoints.feeds, { signal }), ...fresh });
export const putFeeds = (results: readonly RssItem[], version: number) =>
  call(endpoints.putFeeds, { body: { results: [...results], version } });

const newsEveryMs = 10 * 60_000;
export const entriesQuery = () =>
  queryOptions({
    queryKey: ['oem', 'entries'],
    queryFn: ({ signal }) => call(endpoints.entries, { signal }),
    staleTime: newsEveryMs,
    refetchInterval: newsEveryMs,
  });

export const pagesQuery = () =>
  queryOptions({
    queryKey: ['oem', 'pages'],
    queryFn: ({ signal }) => call(endpoints.flatPages, { signal }),
    ...fresh,
  });
export const addPage = (body: FlatPageInput) => call(endpoints.addFlatPage, { body });
export const changePage = (id: number, body: BodyIn<typeof endpoints.changeFlatPage>) =>
  call(endpoints.changeFlatPage, { params: { id }, body });
export const removePage = (id: number) => call(endpoints.removeFlatPage, { params: { id } });

export const readPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['flat-page', slug],
    queryFn: async ({ signal }) =>
      (await call(endpoints.readFlatPages, { query: { slug }, signal })).results[0] ?? null,
    staleTime: 60_000,
  });

export const registryPageSize = 20;
export type Claimed = 'all' | 'free' | 'claimed';
export const registryQuery = (search: string, claimed: Claimed, page: number) =>
  queryOptions({
    queryKey: ['registry', search, claimed, page],
    queryFn: ({ signal }) =>
      call(registry.list, {
        query: {
          limit: registryPageSize,
          offset: (page - 1) * registryPageSize,
          ...(search === '' ? {} : { search }),
          ...(claimed === 'all' ? {} : { claimed: claimed === 'claimed' ? 'true' : 'false' }),
        },
        signal,
      }),
    placeholderData: (before) => before,
  });

/** Takes the file, or says which rows are bad; then nothing was taken unless the good ones were asked for. */
export const importRegistry = async (
  file: File,
  takeGood: boolean,
): Promise<{ readonly taken: RegistryImport } | { readonly refused: RegistryRefusal }> => {
  const body = new FormData();
  body.append('file', file);
  try {
    const query = { take_good: takeGood };
    const taken = await ask({ method: 'POST', path: 'v1/oem/device-registry/import/', query, body }, RegistryImport);
    return { taken };
  } catch (error) {
    const refused = error instanceof CallError ? RegistryRefusal.safeParse(error.body).data : undefined;
    if (refused === undefined) throw error;
    return { refused };
  }
};

export type RemovedKind = 'clients' | 'sites' | 'devices';
export type Removed = { readonly id: number; readonly name: string; readonly of: string; readonly at: string | null };
const most = { removed: 'true', limit: 1000 } as const;

export const removedQuery = (kind: RemovedKind) =>
  queryOptions({
    queryKey: ['removed', kind],
    queryFn: async ({ signal }): Promise<readonly Removed[]> => {
      if (kind === 'clients') {
        const { results } = await call(clients.list, { query: most, signal });
        return results.map((c) => ({ id: c.id, name: c.company, of: '', at: c.removed_at }));
      }
      if (kind === 'sites') {
        const { results } = await call(sites.list, { query: most, signal });
        return results.map((s) => ({ id: s.id, name: s.title, of: s.client_company, at: s.removed_at }));
      }
      const { results } = await call(devices.list, { query: most, signal });
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

export const unknownPageSize = 20;
const lookEveryMs = 5_000;
/** Looked at again and again: somebody is cabling a unit meanwhile. */
export const unknownQuery = (page: number) =>
  queryOptions({
    queryKey: ['unknown-nodes', page],
    queryFn: ({ signal }) =>
      call(gateways.unknown, { query: { limit: unknownPageSize, offset: (page - 1) * unknownPageSize }, signal }),
    refetchInterval: lookEveryMs,
    placeholderData: (before) => before,
  });
