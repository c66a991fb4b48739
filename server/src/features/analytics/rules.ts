import { type AnalyticsRange, badActorLimits, dateMissing } from '@tocsin/contract/analytics';
import { badField } from '../../platform/errors.ts';
import { fromWall, offsetMinutes, parseTime } from '../../platform/zoned-time.ts';

export interface Span {
  /** Unix ms, half-open. */
  readonly from: number;
  readonly to: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const spelled = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i;
const invalid = 'Enter a valid date/time.';

/** Midnight of the day as a wall time in UTC; null when the text is no date. */
function dayOf(text: string, zone: string): number | null {
  const match = spelled.exec(text);
  if (match) {
    const [, day = '', month = '', year = ''] = match;
    const wall = Date.UTC(Number(year), months.indexOf(month.toLowerCase()), Number(day));
    const isReal = months.includes(month.toLowerCase()) && new Date(wall).getUTCDate() === Number(day);
    return isReal ? wall : null;
  }
  const at = parseTime(text, zone);
  if (at === null || Math.abs(at) > 8e15) return null;
  const wall = at + offsetMinutes(at, zone) * 60_000;
  return Math.floor(wall / dayMs) * dayMs;
}
const dayMs = 86_400_000;

/** The time range of `start` and `end`: days in the site's zone, both included. */
export function spanOf(range: AnalyticsRange, zone: string): Span {
  const day = (name: 'start' | 'end'): number => {
    const text = range[name];
    if (!text) throw badField(name, dateMissing);
    const wall = dayOf(text, zone);
    if (wall === null) throw badField(name, invalid);
    return wall;
  };
  const first = day('start');
  const last = day('end');
  if (last < first) throw badField('end', 'The end must not be before the start.');
  return { from: fromWall(first, zone), to: fromWall(last + dayMs, zone) };
}

export interface Burst extends Span {
  readonly count: number;
  /** Largest number within any ten minutes. */
  readonly peak: number;
  /** Index range of its beginnings, half-open. */
  readonly begin: number;
  readonly end: number;
}

/**
 * Periods in which at least `least` beginnings fall into ten minutes; overlapping windows are one burst. `times` must
 * ascend. `to` is the last beginning of the burst.
 */
export function bursts(times: readonly number[], least: number, windowMs: number = badActorLimits.windowMs): Burst[] {
  const windows: { from: number; to: number; begin: number; end: number; peak: number }[] = [];
  let oldest = 0;
  times.forEach((at, last) => {
    while (at - (times[oldest] ?? at) >= windowMs) oldest++;
    const count = last - oldest + 1;
    if (count < least) return;
    const open = windows.at(-1);
    if (open && oldest < open.end) {
      open.to = at;
      open.end = last + 1;
      open.peak = Math.max(open.peak, count);
    } else windows.push({ from: times[oldest] ?? at, to: at, begin: oldest, end: last + 1, peak: count });
  });
  return windows.map((burst) => ({ ...burst, count: burst.end - burst.begin }));
}
