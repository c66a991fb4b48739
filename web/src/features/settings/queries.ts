import { queryOptions } from '@tanstack/react-query';
import { RegistryImport, RegistryRefusal, endpoints as registry } from '@tocsin/contract/device-registry';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints as gateways } from '@tocsin/contract/gateways';
import { endpoints, type FlatPageInput, type OemSettingsPatch, type RssItem } from '@tocsin/contract/settings';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { ask } from '../../api/http.ts';

const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;

export const settingsQuery = () =>
  queryOptions({ queryKey: ['oem', 'settings'], queryFn: ({ signal }) => call(endpoints.oem, { signal }), ...fresh });
export const resetSettings = () => call(endpoints.resetOem);
export const changeSettings = (body: OemSettingsPatch) => call(endpoints.changeOem, { body });

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['oem', 'second-factor'],
    queryFn: ({ signal }) => call(endpoints.staffSecondFactor, { signal }),
    ...fresh,
  });
export const putSecondFactor = (is_required: boolean) =>
  call(endpoints.changeStaffSecondFactor, { body: { is_required } });

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

/** Imports a file. If it has invalid rows, they are returned, and nothing is imported unless `acceptValid` is set. */
export const importRegistry = async (
  file: File,
  acceptValid: boolean,
): Promise<{ readonly taken: RegistryImport } | { readonly refused: RegistryRefusal }> => {
  const body = new FormData();
  body.append('file', file);
  try {
    const query = { take_good: acceptValid };
    const taken = await ask({ method: 'POST', path: 'v1/oem/device-registry/import/', query, body }, RegistryImport);
    return { taken };
  } catch (error) {
    const refused = error instanceof CallError ? RegistryRefusal.safeParse(error.body).data : undefined;
    if (refused === undefined) throw error;
    return { refused };
  }
};

export const unknownPageSize = 20;
const pollMs = 5_000;
/** Unknown edge nodes; polled, because somebody may be installing a unit. */
export const unknownQuery = (page: number) =>
  queryOptions({
    queryKey: ['unknown-nodes', page],
    queryFn: ({ signal }) =>
      call(gateways.unknown, { query: { limit: unknownPageSize, offset: (page - 1) * unknownPageSize }, signal }),
    refetchInterval: pollMs,
    placeholderData: (before) => before,
  });
