import type { ChartSpan } from '../../../ui/chart/columns.ts';
import { momentOf, zoneOffset } from '../../../ui/zone.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

export const earlierPeriods = ['day', 'week', 'year'] as const;
/** The same wall time one day, one week or one year earlier. */
export type Earlier = (typeof earlierPeriods)[number];

const wallOf = (at: number, zone: string): number => at + zoneOffset(at, zone);

/** Milliseconds from the same wall time in the earlier period to `at`; differs by an hour across a clock change. */
export const shiftOf = (at: number, earlier: Earlier, zone: string): number => {
  const wall = wallOf(at, zone);
  if (earlier !== 'year') return at - momentOf(wall - (earlier === 'day' ? dayMs : 7 * dayMs), zone);
  const lastYear = new Date(wall);
  lastYear.setUTCFullYear(lastYear.getUTCFullYear() - 1);
  return at - momentOf(lastYear.getTime(), zone);
};

/** Ranges offered as buttons. */
export const quickRanges = [
  'sixHours',
  'twelveHours',
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'threeMonths',
] as const;
export type QuickRange = (typeof quickRanges)[number];

/** The start, in unix ms, of the local day that is `days` after the day of `at`. */
const midnight = (at: number, days: number, zone: string): number => {
  const wall = wallOf(at, zone);
  return momentOf(wall - (wall % dayMs) + days * dayMs, zone);
};

/** Days since the last Monday. */
const weekday = (at: number, zone: string): number => (new Date(wallOf(at, zone)).getUTCDay() + 6) % 7;

/** A quick range relative to `now` in the site's zone; weeks begin on Monday (ISO 8601). */
export const quickRange = (range: QuickRange, now: number, zone: string): ChartSpan => {
  switch (range) {
    case 'sixHours':
      return { from: now - 6 * hourMs, to: now };
    case 'twelveHours':
      return { from: now - 12 * hourMs, to: now };
    case 'today':
      return { from: midnight(now, 0, zone), to: now };
    case 'yesterday':
      return { from: midnight(now, -1, zone), to: midnight(now, 0, zone) };
    case 'thisWeek':
      return { from: midnight(now, -weekday(now, zone), zone), to: now };
    case 'lastWeek':
      return { from: midnight(now, -7 - weekday(now, zone), zone), to: midnight(now, -weekday(now, zone), zone) };
    case 'threeMonths':
      return { from: now - 90 * dayMs, to: now };
    default: {
      const never: never = range;
      return never;
    }
  }
};
