import { type GraphQuery, slotMsOf, spanMsOf, type Timescale } from '@tocsin/contract/graphs';
import { badField } from '../../platform/errors.ts';
import { parseTime } from '../../platform/zoned-time.ts';

export interface Range {
  readonly timescale: Timescale | 'custom';
  /** Unix ms, half-open. */
  readonly from: number;
  readonly to: number;
  readonly slotMs: number | null;
}

const hourMs = 3_600_000;
const aheadMs = 5 * 60_000;

/**
 * The range of a graph: up to now in whole slots, or at full resolution the hour around the requested time. Refuses a
 * time in the future; without either, the last 24 hours.
 */
export function rangeOf(query: Pick<GraphQuery, 'timescale' | 'timestamp'>, zone: string, now: number): Range {
  if (query.timestamp !== undefined) {
    const at = parseTime(query.timestamp, zone);
    if (at === null) throw badField('timestamp', 'Enter a valid date/time.');
    if (at > now + aheadMs) throw badField('timestamp', 'This time is in the future.');
    return { timescale: 'custom', from: at - hourMs / 2, to: at + hourMs / 2, slotMs: null };
  }
  const timescale = query.timescale ?? 'day';
  const slotMs = slotMsOf[timescale];
  const to = slotMs === null ? now + 1 : (Math.floor(now / slotMs) + 1) * slotMs;
  return { timescale, from: to - spanMsOf[timescale], to, slotMs };
}

/**
 * The range of an export: that of the displayed chart (`current_chart_type`), unless a time or a timescale is given.
 */
export function exportRange(
  query: Pick<GraphQuery, 'timescale' | 'timestamp'> & {
    readonly current_chart_type?: Timescale | 'custom' | undefined;
  },
  zone: string,
  now: number,
): Range {
  const { timescale, timestamp, current_chart_type: chart } = query;
  if (chart !== 'custom') return rangeOf({ timescale: timescale ?? chart, timestamp }, zone, now);
  if (timescale === undefined && timestamp === undefined) throw badField('timestamp', 'This field is required.');
  return rangeOf({ timescale, timestamp }, zone, now);
}
