import { infiniteQueryOptions } from '@tanstack/react-query';
import { endpoints as invitations } from '@tocsin/contract/invitations';
import { endpoints, type SiteInput, type SitePatch } from '@tocsin/contract/sites';
import { endpoints as users } from '@tocsin/contract/users';
import { call, callQuery, pageOf } from '../../api/call.ts';

export const userPageSize = 20;
export const invitationPageSize = 20;

/** Invitations of a client that are neither accepted nor revoked. */
export const invitationsQuery = (client: number, page: number) =>
  callQuery(['invitations', 'client', client, page], invitations.ofClient, {
    params: { id: client },
    query: { ...pageOf(page, invitationPageSize) },
  });
export const revokeInvitation = (client: number, invitation: number) =>
  call(invitations.revoke, { params: { id: client, invitation } });

const sitesAtOnce = 100;
/** Sites after the first hundred, loaded on demand by the hundred. */
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
  callQuery(['timezones'], endpoints.timezones, { staleTime: Number.POSITIVE_INFINITY });

/** Users of a client with their access to a site; the filter is sent in lower case. */
export const assignedQuery = (client: number, site: number, filter: string, page: number) =>
  callQuery(['users', 'assigned', client, site, filter, page], users.ofClient, {
    params: { id: client },
    query: {
      ...pageOf(page, userPageSize),
      'with-location-membership': site,
      ...(filter === '' ? {} : { filter }),
    },
    placeholderData: (before) => before,
  });

export const createSite = (body: SiteInput) => call(endpoints.create, { body });
export const changeSite = (id: number, body: SitePatch) => call(endpoints.change, { params: { id }, body });
/** Suspends a site, or changes the reason of a suspended one; null reactivates it. */
export const suspendSite = (id: number, body: { readonly reason: string; readonly review_at: string } | null) =>
  body === null
    ? call(endpoints.returnToService, { params: { id } })
    : call(endpoints.takeOutOfService, { params: { id }, body });
export const removeSite = (id: number, cascade: boolean) =>
  call(endpoints.remove, { params: { id }, query: { cascade: cascade ? 'true' : 'false' } });
