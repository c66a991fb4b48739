import { queryOptions } from '@tanstack/react-query';
import { endpoints as sensors, type Warning } from '@tocsin/contract/sensors';
import { z } from 'zod';
import { call } from '../../wire/call.ts';
import { ask, CallError } from '../../wire/http.ts';

/** The warning rules of a device; who may not read them sees everything else without its limits. */
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
    // A page that stands open for days shows the limits of today.
    refetchInterval: 60_000,
  });

/** The sensors of a device under their given names, with their images. */
export const sensorsQuery = (device: number) =>
  queryOptions({
    queryKey: ['sensor-list', device],
    queryFn: async ({ signal }) => (await call(sensors.list, { params: { id: device }, signal })).results,
    staleTime: 60_000,
  });

/** Ends every active notification that the live state no longer bears out (super users). */
export const fixNotifications = (device: number): Promise<unknown> =>
  ask({ method: 'POST', path: `v1/devices/${device}/fix-notifications/` }, z.unknown());
