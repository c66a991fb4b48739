import {
  type GraphQuery,
  longestRangeMs,
  slotMsOf,
  slotMsOfRange,
  spanMsOf,
  type Timescale,
} from '@tocsin/contract/graphs';
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

type When = Pick<GraphQuery, 'timescale' | 'timestamp' | 'from' | 'to'>;

/** A range between two chosen moments, widened to whole slots. */
function chosenRange({ timescale, timestamp, from, to }: When, now: number): Range {
  if (from === undefined) throw badField('from', 'This field is required.');
  if (to === undefined) throw badField('to', 'This field is required.');
  if (timescale !== undefined) throw badField('timescale', 'Give either a timescale or a range.');
  if (timestamp !== undefined) throw badField('timestamp', 'Give either a time or a range.');
  if (from >= to) throw badField('to', 'The end must be after the beginning.');
  if (to - from > longestRangeMs) throw badField('to', 'The range is at most 93 days.');
  if (from > now + aheadMs) throw badField('from', 'This time is in the future.');
  const slotMs = slotMsOfRange(to - from);
  if (slotMs === null) return { timescale: 'custom', from, to, slotMs };
  return {
    timescale: 'custom',
    from: Math.floor(from / slotMs) * slotMs,
    to: Math.ceil(to / slotMs) * slotMs,
    slotMs,
  };
}

const minuteMs = 60_000;

/** The same range with at most about `maxPoints` slots; at full resolution at least a minute wide. */
export function withMaxPoints(range: Range, maxPoints: number | undefined): Range {
  if (maxPoints === undefined) return range;
  const usual = range.slotMs ?? minuteMs;
  const slots = Math.max(1, Math.ceil((range.to - range.from) / maxPoints / usual));
  return { ...range, slotMs: slots * usual };
}

/**
 * The range of a graph: up to now in whole slots, at full resolution the hour around the requested time, or between two
 * moments. Refuses a time in the future; without any of them, the last 24 hours.
 */
export function rangeOf(query: When, zone: string, now: number): Range {
  if (query.from !== undefined || query.to !== undefined) return chosenRange(query, now);
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
  query: When & {
    readonly current_chart_type?: Timescale | 'custom' | undefined;
  },
  zone: string,
  now: number,
): Range {
  const { timescale, timestamp, from, to, current_chart_type: chart } = query;
  if (from !== undefined || to !== undefined) return rangeOf(query, zone, now);
  if (chart !== 'custom') return rangeOf({ timescale: timescale ?? chart, timestamp }, zone, now);
  if (timescale === undefined && timestamp === undefined) throw badField('timestamp', 'This field is required.');
  return rangeOf({ timescale, timestamp }, zone, now);
}
