import { queryOptions } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints } from '@tocsin/contract/graphs';
import { call, fetchBytes } from '../../../wire/call.ts';
import type { RecentPoint } from '../../../wire/recent.ts';
import { momentsOf } from './timeline.ts';

/** The search screen asks for as many at once (monitoring.md 7). */
export const searchLimit = 10_000;

export const recordsQuery = (device: number, timestamp: string, limit: number) =>
  queryOptions({
    queryKey: ['records', device, timestamp, limit],
    queryFn: async ({ signal }) => {
      const { results } = await call(endpoints.records, {
        params: { id: device },
        query: { timestamp, limit, offset: 0 },
        signal,
      });
      return momentsOf(results);
    },
  });

/** The whole live document as of then; what was does not change any more. */
export const recordQuery = (device: number, record: string) =>
  queryOptions({
    queryKey: ['record', device, record],
    queryFn: ({ signal }) => call(endpoints.record, { params: { id: device, record }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

const stepMs = 600_000;

/** The time for which a moment's curves are asked: moments of the same ten minutes share one answer. */
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
