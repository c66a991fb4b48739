import { texts } from '@tocsin/contract/texts/ui';
import { zoneName } from '@tocsin/contract/zone-name';
import { pageLocale } from './locale.ts';

/** Texts of times (unix ms) and durations (ms). Zones are IANA names; pages about a device use the site's zone. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const two = (n: number): string => String(n).padStart(2, '0');

/** '12 s', '4 min', '3 h 10 min', '2 d 4 h'. */
export const spanText = (ms: number): string => {
  const span = Math.max(0, ms);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < day) {
    const minutes = Math.floor((span % hour) / minute);
    return `${Math.floor(span / hour)} h${minutes > 0 ? ` ${two(minutes)} min` : ''}`;
  }
  const hours = Math.floor((span % day) / hour);
  return `${Math.floor(span / day)} d${hours > 0 ? ` ${two(hours)} h` : ''}`;
};

/** Only the largest unit, rounded down, where space is short: '23 h' for 23 hours and 57 minutes. */
export const shortSpanText = (ms: number): string => {
  const span = Math.max(0, ms);
  const unit = [day, hour, minute].find((each) => span >= each) ?? second;
  return spanText(Math.floor(span / unit) * unit);
};

/** '4 min ago', 'now' below a second. */
export const agoText = (ms: number): string => (ms < second ? texts.now : texts.ago(spanText(ms)));

/** Formatters by format and zone, cached because creating one is a thousand times slower than using it. */
const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();
const format = (zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const zones = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(options, zones);
  const known =
    zones.get(zone) ?? new Intl.DateTimeFormat(pageLocale(), { timeZone: zone, hourCycle: 'h23', ...options });
  zones.set(zone, known);
  return known;
};
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const minutes = { hour: '2-digit', minute: '2-digit' } as const;
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayOfYear = { day: 'numeric', month: 'short' } as const;
const year = { year: 'numeric' } as const;
const weekday = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** The browser's zone, for times that belong to no site. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** '14:36:10' */
export const clockText = (at: number, zone: string): string => format(zone, clock).format(at);

/** '14:36' */
export const minuteText = (at: number, zone: string): string => format(zone, minutes).format(at);

/** '20 Nov 2026' */
export const dayText = (at: number, zone: string): string => format(zone, date).format(at);

/** '20 Nov', or '20 Nov 2025' in another year than `now`. */
export const shortDayText = (at: number, now: number, zone: string): string => {
  const isThisYear = format(zone, year).format(at) === format(zone, year).format(now);
  return isThisYear ? format(zone, dayOfYear).format(at) : dayText(at, zone);
};

/** '20 Nov 2026' for an API day, `2026-11-20`. */
export const calendarDayText = (day: string): string => dayText(Date.parse(`${day}T12:00:00Z`), 'UTC');

/** '19 to 20 Nov 2026', or a single day. */
export const daysText = (from: number, to: number, zone: string): string => {
  const range = format(zone, date).formatRange(from, to);
  const dash = range.search(/[–-]/);
  return dash < 0 ? range : texts.fromTo(range.slice(0, dash).trim(), range.slice(dash + 1).trim());
};

/** 'Fri 20 Nov, 14:36:10', for ranges longer than a day. */
export const dayClockText = (at: number, zone: string): string =>
  `${format(zone, weekday).format(at)}, ${clockText(at, zone)}`;

/** 'Fri 20 Nov 14:36', for times within some weeks. */
export const dayMinuteText = (at: number, zone: string): string =>
  `${format(zone, weekday).format(at).replace(',', '')} ${minuteText(at, zone)}`;

/** 'Fri 20 Nov' */
export const weekdayText = (at: number, zone: string): string => format(zone, weekday).format(at).replace(',', '');

/** 'Fri 20 Nov, 14:30 to 15:00', for the slot that begins at `at`. */
export const slotText = (at: number, slotMs: number, zone: string): string =>
  `${format(zone, weekday).format(at)}, ${texts.fromTo(minuteText(at, zone), minuteText(at + slotMs, zone))}`;

/** The zone's short name at a time, 'CST' or 'CDT'. */
export const zoneText = (at: number, zone: string): string => zoneName(at, zone, pageLocale('en-US'));

/** '20 Nov 2026, 14:36:10 CST', for tooltips. */
export const exactText = (at: number, zone: string): string =>
  `${dayText(at, zone)}, ${clockText(at, zone)} ${zoneText(at, zone)}`;

/** '14:36:10 CST', for times that may not be in the zone of the user or the page. */
export const zonedClockText = (at: number, zone: string): string => `${clockText(at, zone)} ${zoneText(at, zone)}`;

/** '14:36 CST' */
export const zonedMinuteText = (at: number, zone: string): string => `${minuteText(at, zone)} ${zoneText(at, zone)}`;

/** '14:36 CST' on the same day as `now`, else '20 Nov 2026, 14:36 CST'. */
export const momentText = (at: number, now: number, zone: string): string =>
  dayText(at, zone) === dayText(now, zone)
    ? zonedMinuteText(at, zone)
    : `${dayText(at, zone)}, ${zonedMinuteText(at, zone)}`;

/** 'since 14:36:10 CST' on the same day as `now`, else with the day. */
export const sinceText = (at: number, now: number, zone: string): string =>
  dayText(at, zone) === dayText(now, zone)
    ? texts.since(zonedClockText(at, zone))
    : texts.since(`${dayText(at, zone)} ${zonedMinuteText(at, zone)}`);
