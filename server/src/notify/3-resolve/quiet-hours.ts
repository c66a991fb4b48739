import type { QuietHours } from '@tocsin/contract/contact-methods';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { QuietHoursRow } from './store-reach.ts';

/** Lowest level that quiet hours hold back: medium. Critical and high always come. */
const mediumLevel = 3;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const storedQuietHours = ({ begins, ends, timezone }: QuietHours): QuietHoursRow => ({
  begins: minutesOf(begins),
  ends: minutesOf(ends),
  timezone,
});
export const shownQuietHours = (row: QuietHoursRow | null): QuietHours | null =>
  row && { begins: timeOf(row.begins), ends: timeOf(row.ends), timezone: row.timezone };

/** Whether a message of a priority (1 critical to 4 low) is left out at a moment, by the wall clock of the zone. */
export function isHeldBack(hours: QuietHoursRow | null, priority: number, at: number): boolean {
  if (hours === null || priority < mediumLevel) return false;
  const minute = minutesOf(toZonedIso(at, hours.timezone).slice(11, 16));
  const { begins, ends } = hours;
  return begins < ends ? minute >= begins && minute < ends : minute >= begins || minute < ends;
}
