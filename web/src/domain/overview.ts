import { queryOptions } from '@tanstack/react-query';
import { endpoints as incidents } from '@tocsin/contract/incidents';
import { endpoints } from '@tocsin/contract/site-overview';
import { call, callQuery } from '../api/call.ts';

const refetchMs = 30_000;
const nowRefetchMs = 10_000;

/** What stands now in a client, or in all that the reader sees, at all sites or at one. */
export const nowQuery = (client: number | null | 'all', site: number | null = null) =>
  callQuery(['now', client, site], incidents.now, {
    query: { ...(client === 'all' && { all_clients: 'true' }), ...(site !== null && { site }) } as never,
    refetchInterval: nowRefetchMs,
  });

/** Active alarms, newest frame and proof tests of each site of the selected client. */
export const sitesOverviewQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['sites-overview', client],
    queryFn: ({ signal }) => call(endpoints.sites, { query: { limit: 1000 }, signal }).then(({ results }) => results),
    refetchInterval: refetchMs,
  });

/** Active alarms, last alarm and proof tests of each device of a site. */
export const devicesOverviewQuery = (site: number | null) =>
  queryOptions({
    queryKey: ['devices-overview', site],
    queryFn: ({ signal }) =>
      call(endpoints.devices, { params: { id: site ?? 0 }, signal }).then(({ results }) => results),
    enabled: site !== null,
    refetchInterval: refetchMs,
  });
