import { shownWeeks } from '@tocsin/contract/bearing-weeks';
import { runningShare } from '@tocsin/contract/layout';

export interface Figure {
  readonly value: number;
  /** Standard error; null: too few days for one. */
  readonly error: number | null;
}

/** Means of slots of a sensor, in the order of time. */
export interface Slots {
  readonly ts: Float64Array;
  /** NaN: no value. */
  readonly value: Float64Array;
}

export const slotMs = 30 * 60_000;
const dayMs = 86_400_000;
const daysOfWeek = 7;
/** Days of the whole view. */
export const shownDays = shownWeeks * daysOfWeek;
/** A day counts with at least an hour of running. */
const minSlots = 2;
/** A trend needs as many days, of which one is in this week. */
const minTrendDays = 10;
const longestDays = 3_650;

/**
 * The slots in which the machine ran, and in the slot before too, so that a bearing that is still warming up does not
 * count. Without a speed every slot counts.
 */
export function runningSlots(speed: Slots | undefined): (ts: number) => boolean {
  if (!speed) return () => true;
  let peak = 0;
  for (const each of speed.value) if (each > peak) peak = each;
  const running = new Set<number>();
  for (const [index, ts] of speed.ts.entries())
    if (peak > 0 && (speed.value[index] ?? Number.NaN) > runningShare * peak) running.add(ts);
  return (ts) => running.has(ts) && running.has(ts - slotMs);
}

/** The mean of the sensors that have a value, by slot. */
export function meanBySlot(all: readonly Slots[]): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const { ts, value } of all)
    for (const [index, at] of ts.entries()) {
      const each = value[index] ?? Number.NaN;
      if (Number.isNaN(each)) continue;
      const known = sums.get(at) ?? { sum: 0, n: 0 };
      sums.set(at, { sum: known.sum + each, n: known.n + 1 });
    }
  return new Map([...sums].map(([at, { sum, n }]) => [at, sum / n]));
}

/** One day of a bearing: how many slots it ran, and the mean rise over ambient in them. */
export interface Day {
  /** 0 is the day that ends now, 1 the one before. */
  readonly ago: number;
  readonly slots: number;
  readonly rise: number;
  /** The mean of ambient in the same slots; 0 without one. */
  readonly ambient: number;
}

/** The days of a bearing, newest first; days without an hour of running are left out. `to`: the end, a whole slot. */
export function daysOf(
  { ts, value }: Slots,
  ambient: ReadonlyMap<number, number> | null,
  isRunning: (ts: number) => boolean,
  to: number,
): Day[] {
  const sums = Array.from({ length: shownDays }, () => ({ n: 0, rise: 0, ambient: 0 }));
  for (const [index, at] of ts.entries()) {
    const temperature = value[index] ?? Number.NaN;
    const around = ambient ? ambient.get(at) : 0;
    const day = sums[Math.floor((to - 1 - at) / dayMs)];
    if (!day || around === undefined || Number.isNaN(temperature) || !isRunning(at)) continue;
    day.n++;
    day.rise += temperature - around;
    day.ambient += around;
  }
  return sums.flatMap(({ n, rise, ambient: sum }, ago) =>
    n < minSlots ? [] : [{ ago, slots: n, rise: rise / n, ambient: sum / n }],
  );
}

/** The mean of daily means, and its standard error from their scatter. */
export function meanOf(values: readonly number[]): Figure | null {
  const n = values.length;
  if (n === 0) return null;
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  if (n < 2) return { value, error: null };
  const variance = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / (n - 1);
  return { value, error: Math.sqrt(variance / n) };
}

/** A difference of two independent figures. */
export function difference(one: Figure | null, other: Figure | null): Figure | null {
  if (one === null || other === null) return null;
  const error = one.error === null || other.error === null ? null : Math.hypot(one.error, other.error);
  return { value: one.value - other.value, error };
}

const isInWeek =
  (week: number) =>
  ({ ago }: Day): boolean =>
    Math.floor(ago / daysOfWeek) === week;

/** The weeks of a bearing, this one first. */
export const weeksOf = (days: readonly Day[]): { readonly hours: number; readonly rise: Figure | null }[] =>
  Array.from({ length: shownWeeks }, (_, week) => {
    const own = days.filter(isInWeek(week));
    return {
      hours: (own.reduce((sum, { slots }) => sum + slots, 0) * slotMs) / 3_600_000,
      rise: meanOf(own.map(({ rise }) => rise)),
    };
  });

/** This week less the days of the four before it. */
export const changeOf = (days: readonly Day[]): Figure | null =>
  difference(
    meanOf(days.filter(isInWeek(0)).map(({ rise }) => rise)),
    meanOf(days.filter(({ ago }) => ago >= daysOfWeek).map(({ rise }) => rise)),
  );

/** A straight line through daily means. */
export interface Trend {
  readonly perDay: number;
  readonly error: number;
  readonly days: number;
  /** The line's height on the day that ends now. */
  readonly now: number;
}

/** Least squares through the daily means; null when too few days ran, or none of this week. */
export function trendOf(days: readonly Day[]): Trend | null {
  const n = days.length;
  if (n < minTrendDays || !days.some(isInWeek(0))) return null;
  const meanX = days.reduce((sum, { ago }) => sum - ago, 0) / n;
  const meanY = days.reduce((sum, { rise }) => sum + rise, 0) / n;
  let xx = 0;
  let xy = 0;
  for (const { ago, rise } of days) {
    xx += (-ago - meanX) ** 2;
    xy += (-ago - meanX) * (rise - meanY);
  }
  const perDay = xy / xx;
  const now = meanY - perDay * meanX;
  const squares = days.reduce((sum, { ago, rise }) => sum + (rise - (now - perDay * ago)) ** 2, 0);
  return { perDay, error: Math.sqrt(squares / (n - 2) / xx), days: n, now };
}

export interface ToLimit {
  readonly days: number;
  readonly earliest: number;
  /** null: over ten years. */
  readonly latest: number | null;
}

/**
 * Days until the line reaches a limit of the temperature at this week's ambient; null unless it rises by more than two
 * errors, and when it would take over ten years.
 */
export function toLimit(trend: Trend | null, limit: number | null, days: readonly Day[]): ToLimit | null {
  if (trend === null || limit === null || trend.perDay <= 2 * trend.error) return null;
  const ambient = meanOf(days.filter(isInWeek(0)).map((day) => day.ambient));
  if (ambient === null) return null;
  const left = Math.max(0, limit - ambient.value - trend.now);
  const at = (perDay: number): number => left / perDay;
  if (at(trend.perDay) > longestDays) return null;
  const latest = at(trend.perDay - 2 * trend.error);
  return {
    days: at(trend.perDay),
    earliest: at(trend.perDay + 2 * trend.error),
    latest: latest > longestDays ? null : latest,
  };
}
