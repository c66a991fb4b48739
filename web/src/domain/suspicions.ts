import { queryOptions } from '@tanstack/react-query';
import { SiteId } from '@tocsin/contract/ids';
import { endpoints } from '@tocsin/contract/protection';
import { call } from '../api/call.ts';

/** Sensors of a site that the nightly check suspects to be dead, without dismissed suspicions. */
export const suspicionsQuery = (site: number) =>
  queryOptions({
    queryKey: ['suspicions', 'site', site],
    queryFn: ({ signal }) =>
      call(endpoints.suspicions, { query: { location: SiteId.parse(site), limit: 1000 }, signal }).then(
        ({ results }) => results,
      ),
    staleTime: 60_000,
    refetchInterval: 600_000,
  });
