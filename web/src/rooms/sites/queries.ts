import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { endpoints as gateways } from '@tocsin/contract/gateways';
import { endpoints, type SiteInput, type SitePatch } from '@tocsin/contract/sites';
import { endpoints as users } from '@tocsin/contract/users';
import { call } from '../../wire/call.ts';

export const userPageSize = 20;

const sitesAtOnce = 100;
/** What the first hundred sites, which every page knows, leave out: a hundred at a time, when somebody asks. */
export const furtherSitesQuery = (client: number | null) =>
  infiniteQueryOptions({
    queryKey: ['sites', 'further', client],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.list, {
        query: { limit: sitesAtOnce, offset: pageParam, is_active: 'true', ordering: '-date_created' },
        signal,
      }),
    initialPageParam: sitesAtOnce,
    getNextPageParam: (last, _all, offset) => (offset + sitesAtOnce < last.count ? offset + sitesAtOnce : undefined),
  });

export const timezonesQuery = () =>
  queryOptions({
    queryKey: ['timezones'],
    queryFn: ({ signal }) => call(endpoints.timezones, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** People of the site's client with their membership of this site; the filter goes out in lower case. */
export const assignedQuery = (client: number, site: number, filter: string, page: number) =>
  queryOptions({
    queryKey: ['users', 'assigned', client, site, filter, page],
    queryFn: ({ signal }) =>
      call(users.ofClient, {
        params: { id: client },
        query: {
          limit: userPageSize,
          offset: (page - 1) * userPageSize,
          'with-location-membership': site,
          ...(filter === '' ? {} : { filter: filter.toLowerCase() }),
        },
        signal,
      }),
    placeholderData: (before) => before,
  });

export const createSite = (body: SiteInput) => call(endpoints.create, { body });
export const changeSite = (id: number, body: SitePatch) => call(endpoints.change, { params: { id }, body });
export const suspendSite = (id: number) => call(endpoints.suspend, { params: { id } });
export const removeSite = (id: number, cascade: boolean) =>
  call(endpoints.remove, { params: { id }, query: { cascade: cascade ? 'true' : 'false' } });

export const gatewayQuery = (id: number) =>
  queryOptions({
    queryKey: ['sites', 'gateway', id],
    queryFn: ({ signal }) => call(gateways.one, { params: { id }, signal }),
    staleTime: 0,
  });
export const makeGateway = (id: number) => call(gateways.make, { params: { id } });
export const removeGateway = (id: number) => call(gateways.remove, { params: { id } });
