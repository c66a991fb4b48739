import { queryOptions } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints } from '@tocsin/contract/graphs';
import { endpoints as notifications } from '@tocsin/contract/notifications';
import { call, callQuery, fetchBytes } from '../../../api/call.ts';
import type { RecentPoint } from '../../../live/recent-points.ts';
import { momentOfFields } from '../../../ui/zone.ts';
import { dayEventsOf, shiftMonth } from './day-events.ts';
import { momentsOf } from './timeline.ts';

/** Page size of the search (docs/spec/monitoring.md, section 7). */
export const searchLimit = 10_000;

/** Stored moments at or after a time. 'timestamp': oldest first, '-timestamp': newest first. */
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

/** When the newest alarm of a device began, UTC epoch ms; null if it never had one. */
export const lastAlarmQuery = (device: number) =>
  queryOptions({
    queryKey: ['last-alarm', device],
    queryFn: async ({ signal }) => {
      const query = { device, event_type: ['alarm_on' as const], limit: 1, ordering: '-date_created' as const };
      const [last] = (await call(notifications.list, { query, signal })).results;
      return last === undefined ? null : Date.parse(last.date_created);
    },
    staleTime: 60_000,
    retry: false,
  });

/** Maximum page size of the log. */
const monthLimit = 1_000;
/** Events that began up to this long before a month are included, because they may last into it. */
const leadMs = 7 * 86_400_000;

/** Alarms, warnings and offline times of a month ('YYYY-MM') in the zone and of the week before; the newest 1,000. */
export const monthEventsQuery = (device: number, month: string, zone: string, now: number) =>
  queryOptions({
    queryKey: ['month-events', device, month, zone],
    queryFn: async ({ signal }) => {
      const from = (momentOfFields(`${month}-01`, '00:00', zone) ?? 0) - leadMs;
      const to = momentOfFields(`${shiftMonth(month, 1)}-01`, '00:00', zone) ?? now;
      const { results, count } = await call(notifications.list, {
        query: {
          device,
          event_type: ['alarm_on' as const, 'warning_on' as const, 'device_offline' as const],
          date_created_from: new Date(from).toISOString(),
          date_created_to: new Date(to - 1).toISOString(),
          ordering: '-date_created' as const,
          limit: monthLimit,
        },
        signal,
      });
      return { events: dayEventsOf(results, now), isCut: count > results.length };
    },
    staleTime: 30_000,
    retry: false,
  });

/** The device's document at a stored moment. Cached, because past moments never change. */
export const recordQuery = (device: number, record: string) =>
  callQuery(['record', device, record], endpoints.record, {
    params: { id: device, record },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

const stepMs = 600_000;

/** The time for which curves are fetched: moments within the same ten minutes share one answer. */
export const curvesAt = (at: number): number => Math.ceil(at / stepMs) * stepMs;

/** Full resolution around a time, for the sparklines of a snapshot. */
export const curvesQuery = (device: number, around: number) =>
  queryOptions({
    queryKey: ['curves', device, around],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly RecentPoint[]>> => {
      const query = { timestamp: String(around) };
      const answer = await fetchBytes(endpoints.device, { params: { id: device }, query, signal }, compactColumnsType);
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
