import { queryOptions } from '@tanstack/react-query';
import { SiteId } from '@tocsin/contract/ids';
import { endpoints as protection } from '@tocsin/contract/protection';
import { endpoints as sensors, type Warning } from '@tocsin/contract/sensors';
import { z } from 'zod';
import { call, callQuery } from '../../api/call.ts';
import { ask, CallError } from '../../api/http.ts';
import { protectionAgainMs } from '../../domain/protection-count.ts';

/** Number of entries of the protection list at a site, in total and by device. */
export const protectionCountQuery = (site: number) =>
  callQuery(['protection-count', 'site', site], protection.count, {
    query: { location: SiteId.parse(site) },
    refetchInterval: protectionAgainMs,
  });

/** The warning rules of a device; none without access, so that the page is shown without limits. */
export const warningsQuery = (device: number) =>
  queryOptions({
    queryKey: ['warnings', device],
    queryFn: ({ signal }) =>
      call(sensors.warnings, { params: { id: device }, query: { limit: 100, offset: 0 }, signal }).then(
        ({ results }): readonly Warning[] => results,
        (error: unknown): readonly Warning[] => {
          if (error instanceof CallError && (error.status === 403 || error.status === 404)) return [];
          throw error;
        },
      ),
    staleTime: 60_000,
    // A page may be open for days and must show the current limits.
    refetchInterval: 60_000,
  });

/** Ends every active notification that the live state no longer confirms (super users). */
export const fixNotifications = (device: number): Promise<unknown> =>
  ask({ method: 'POST', path: `v1/devices/${device}/fix-notifications/` }, z.unknown());
