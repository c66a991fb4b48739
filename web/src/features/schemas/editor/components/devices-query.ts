import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ask } from '../../../../api/http.ts';

const Devices = z.object({ results: z.array(z.looseObject({ id: z.number(), title: z.string() })) });

/** The devices of the schema's site, for the search filter. */
export const devicesQuery = (siteId: number) =>
  queryOptions({
    queryKey: ['devices-of-site', siteId],
    queryFn: ({ signal }) =>
      ask(
        { method: 'GET', path: 'v1/devices/', query: { location: siteId, limit: 1000, ordering: 'title' }, signal },
        Devices,
      ),
    staleTime: 60_000,
  });
