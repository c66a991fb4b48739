/**
 * Times in queries: `YYYY-MM-DD HH:mm:ss` and `YYYY-MM-DD` in a site's zone, ISO 8601 with offset, unix milliseconds. A
 * time that exists twice means the first; one that does not exist moves forward.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, formatter);
  return formatter;
}

/** Minutes east of UTC at that moment in the zone, with seconds as a fraction where historical offsets had them. */
export function offsetMinutes(atMs: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) part[type] = Number(value);
  const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return (wall - Math.floor(atMs / 1000) * 1000) / 60_000;
}

/** Unix ms of a wall-clock time (given as if it were UTC) in the zone. */
export function fromWall(wallMs: number, zone: string): number {
  const before = wallMs - offsetMinutes(wallMs - 86_400_000, zone) * 60_000;
  const after = wallMs - offsetMinutes(wallMs + 86_400_000, zone) * 60_000;
  const first = Math.min(before, after);
  const second = Math.max(before, after);
  // Both fit: the time exists twice, and the first one counts. None fits: the clock skipped it, and it moves forward.
  const fits = (ms: number) => ms + offsetMinutes(ms, zone) * 60_000 === wallMs;
  if (fits(first)) return first;
  return second;
}

/** `2026-11-21T08:05:00.000-06:00`: ISO 8601 in the zone with its offset, as CSV carries it. */
export function toZonedIso(ms: number, zone: string): string {
  const minutes = offsetMinutes(ms, zone);
  const wall = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  const rounded = Math.round(Math.abs(minutes));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(rounded / 60))}:${two(rounded % 60)}`;
}

const wallTime = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Unix ms, or null when the text is no valid time (31 February is none). */
export function parseTime(text: string, zone: string): number | null {
  if (/^-?\d{9,16}$/.test(text)) return Number(text);
  if (withOffset.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : ms;
  }
  const match = wallTime.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const ms = Number((match[7] ?? '0').padEnd(3, '0'));
  const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second, ms);
  const back = new Date(wall);
  const isReal =
    back.getUTCMonth() + 1 === month &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hour &&
    back.getUTCMinutes() === minute;
  return isReal ? fromWall(wall, zone) : null;
}

const days = new Map<string, Intl.DateTimeFormat>();

/** '27 Aug 2025' in the zone: the day as pages and sentences have it. */
export function zonedDay(atMs: number, zone: string): string {
  const known =
    days.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' });
  days.set(zone, known);
  return known.format(atMs);
}
