import { queryOptions } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints as graphs } from '@tocsin/contract/graphs';
import { endpoints as sensors, type Warning } from '@tocsin/contract/sensors';
import { z } from 'zod';
import { call, fetchBytes } from '../../wire/call.ts';
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

export type RecentPoint = readonly [number, number, number];

/** The last ten minutes of every sensor, by `groupId.sensorId`, for the sparklines. */
export const recentQuery = (device: number) =>
  queryOptions({
    queryKey: ['recent', device],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly RecentPoint[]>> => {
      const answer = await fetchBytes(
        graphs.device,
        { params: { id: device }, query: { timescale: 'live' }, signal },
        columnsType,
      );
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      return new Map(
        series.map(({ sensor, ts, value, alarm }) => [
          sensor.split('.').slice(1).join('.'),
          Array.from(ts, (at, i): RecentPoint => [at, value[i] ?? Number.NaN, alarm[i] ?? 0]),
        ]),
      );
    },
    // Once per visit: from then on the socket tells.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
