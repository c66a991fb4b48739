/** Times and spans as people say them. Zones are IANA names; every screen about a device uses the site's. */

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

export const agoText = (ms: number): string => (ms < second ? 'now' : `${spanText(ms)} ago`);

const formats = new Map<string, Intl.DateTimeFormat>();
const format = (zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
  formats.set(key, known);
  return known;
};

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** '14:36:10' */
export const clockText = (at: number, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);

/** '14:36' */
export const minuteText = (at: number, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit' }).format(at);

/** '20 Nov 2026' */
export const dayText = (at: number, zone: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(at);

/** '19 to 20 Nov 2026', or one day alone. */
export const daysText = (from: number, to: number, zone: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric' })
    .formatRange(from, to)
    .replace(/\s?[–-]\s?/, ' to ');

/** 'Fri 20 Nov, 14:36:10': for spans longer than a day. */
export const dayClockText = (at: number, zone: string): string =>
  `${format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)}, ${clockText(at, zone)}`;

/** 'Fri 20 Nov, 14:30 to 15:00': the slot that begins at a moment. */
export const slotText = (at: number, slotMs: number, zone: string): string =>
  `${format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)}, ${minuteText(at, zone)} to ${minuteText(at + slotMs, zone)}`;

/** 'CST': the zone's short name at that moment, so that summer time is named right. */
export const zoneText = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? zone;

/** The exact time for hovers: '20 Nov 2026, 14:36:10 CST'. */
export const exactText = (at: number, zone: string): string =>
  `${dayText(at, zone)}, ${clockText(at, zone)} ${zoneText(at, zone)}`;

/** 'since 14:36:10' on the same day, else with the day. */
export const sinceText = (at: number, now: number, zone: string): string =>
  dayText(at, zone) === dayText(now, zone)
    ? `since ${clockText(at, zone)}`
    : `since ${dayText(at, zone)} ${minuteText(at, zone)}`;
