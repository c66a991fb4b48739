import { queryOptions } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints } from '@tocsin/contract/graphs';
import { call, fetchBytes } from '../../../api/call.ts';
import type { RecentPoint } from '../../../live/recent-points.ts';
import { momentsOf } from './timeline.ts';

/** Page size of the search (docs/spec/monitoring.md, section 7). */
export const searchLimit = 10_000;

/** Moments at or after a time: 'timestamp' oldest first, '-timestamp' newest first. */
export const recordsQuery = (device: number, timestamp: string, limit: number, ordering: 'timestamp' | '-timestamp') =>
  queryOptions({
    queryKey: ['records', device, timestamp, limit, ordering],
    queryFn: async ({ signal }) => {
      const { results } = await call(endpoints.records, {
        params: { id: device },
        query: { timestamp, limit, offset: 0, ordering },
        signal,
      });
      return momentsOf(results);
    },
  });

/** The whole document of a moment; past moments never change. */
export const recordQuery = (device: number, record: string) =>
  queryOptions({
    queryKey: ['record', device, record],
    queryFn: ({ signal }) => call(endpoints.record, { params: { id: device, record }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

const stepMs = 600_000;

/** The time for which a moment's curves are fetched: moments of the same ten minutes share one answer. */
export const curvesAt = (at: number): number => Math.ceil(at / stepMs) * stepMs;

/** Full resolution around a time, for the sparklines of a snapshot. */
export const curvesQuery = (device: number, around: number) =>
  queryOptions({
    queryKey: ['curves', device, around],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly RecentPoint[]>> => {
      const query = { timestamp: String(around) };
      const answer = await fetchBytes(endpoints.device, { params: { id: device }, query, signal }, columnsType);
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      return new Map(
        series.map(({ sensor, ts, value, alarm }) => [
          sensor.split('.').slice(1).join('.'),
          Array.from(ts, (at, i): RecentPoint => [at, value[i] ?? Number.NaN, alarm[i] ?? 0]),
        ]),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    retry: false,
  });
