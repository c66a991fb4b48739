import { type BadActors, badActorLimits, rateSteps } from '@tocsin/contract/analytics';
import { offsetMinutes } from '../../platform/zoned-time.ts';
import type { Span } from './rules.ts';
import type { BeginningRow } from './store.ts';

const { windowMs, flood } = badActorLimits;
const dayMinutes = 1_440;

/** Percent with one decimal; 0 of none. */
export const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 1_000) / 10;

/**
 * How many alarms began in ten minutes, over all full and begun ten-minute windows of the span up to `now`, with the
 * share of windows that were floods (ISA-18.2: 10 alarms or more). `times` in any order, within the span.
 */
export function ratesOf(times: readonly number[], { from, to }: Span, now: number): BadActors['rates'] {
  const windows = Math.max(0, Math.ceil((Math.min(to, now) - from) / windowMs));
  const counts = new Map<number, number>();
  for (const at of times) {
    const window = Math.floor((at - from) / windowMs);
    counts.set(window, (counts.get(window) ?? 0) + 1);
  }
  const countOf = (least: number, most: number | null): number => {
    if (least === 0) return Math.max(0, windows - counts.size);
    return [...counts.values()].filter((count) => count >= least && (most === null || count <= most)).length;
  };
  const steps = rateSteps.map(({ least, most }) => {
    const count = countOf(least, most);
    return { least, most, windows: count, share: shareOf(count, windows) };
  });
  return { steps, flood_share: shareOf(countOf(flood, null), windows) };
}

const minuteOf = (start: string): number => {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The value that at least this share of the ascending values does not exceed; null of none. */
const quantile = (ascending: readonly number[], share: number): number | null =>
  ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null;

/**
 * Time from beginning to acknowledgement by the shift in which an event began, for events that needed one. `starts` are
 * the ascending times of the site's clock at which shifts begin; the last one lasts until the first of the next day.
 */
export function answersOf(
  rows: readonly Pick<BeginningRow, 'at' | 'needs_acknowledgement' | 'acknowledged_at' | 'respond_within_minutes'>[],
  starts: readonly string[],
  zone: string,
): BadActors['answers'] {
  const minutes = starts.map(minuteOf);
  const shiftOf = (at: number): number => {
    const minute = (((Math.floor(at / 60_000) + offsetMinutes(at, zone)) % dayMinutes) + dayMinutes) % dayMinutes;
    const index = minutes.findLastIndex((start) => start <= minute);
    return index < 0 ? minutes.length - 1 : index;
  };
  const byShift = starts.map(() => ({ count: 0, seconds: [] as number[], goals: [] as number[] }));
  for (const { at, needs_acknowledgement, acknowledged_at, respond_within_minutes: goal } of rows) {
    const shift = needs_acknowledgement ? byShift[shiftOf(at)] : undefined;
    if (!shift) continue;
    shift.count++;
    if (goal !== null) shift.goals.push(60 * goal);
    if (acknowledged_at !== null) shift.seconds.push(Math.max(0, Math.round((acknowledged_at - at) / 1_000)));
  }
  return byShift.map(({ count, seconds, goals }, index) => {
    const ascending = seconds.toSorted((a, b) => a - b);
    return {
      from: starts[index] ?? '',
      to: starts[(index + 1) % starts.length] ?? '',
      count,
      unacknowledged: count - seconds.length,
      median_seconds: quantile(ascending, 0.5),
      slow_seconds: quantile(ascending, 0.9),
      goal_seconds: quantile(
        goals.toSorted((a, b) => a - b),
        0.5,
      ),
    };
  });
}
