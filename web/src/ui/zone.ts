/** Wall times of IANA zones from the runtime's own tables. */

const formats = new Map<string, Intl.DateTimeFormat>();
const partsOf = (zone: string): Intl.DateTimeFormat => {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, known);
  return known;
};

/** How far the zone's wall clock is ahead of UTC at a moment, in ms. */
export const zoneOffset = (at: number, zone: string): number => {
  if (zone === 'UTC') return 0;
  const fields: Record<string, number> = {};
  for (const { type, value } of partsOf(zone).formatToParts(at)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
};

/**
 * The moment of a wall time (given as if it were UTC). A time that occurs twice is the first, one that does not exist
 * moves forward (docs/spec/decisions.md, section 7).
 */
export const momentOf = (wall: number, zone: string): number => {
  const before = wall - zoneOffset(wall - 86_400_000, zone);
  const after = wall - zoneOffset(wall + 86_400_000, zone);
  const candidates = [before, after].filter((at) => at + zoneOffset(at, zone) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : before;
};

const two = (n: number): string => String(n).padStart(2, '0');

/** '2026-11-20' and '14:36', the wall clock of the zone at a moment: the values of date and time fields. */
export const wallFields = (at: number, zone: string): { readonly date: string; readonly time: string } => {
  const wall = new Date(at + zoneOffset(at, zone));
  return {
    date: `${wall.getUTCFullYear()}-${two(wall.getUTCMonth() + 1)}-${two(wall.getUTCDate())}`,
    time: `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`,
  };
};

/** The moment of 'YYYY-MM-DD' and 'HH:mm' in a zone; null if invalid. */
export const momentOfFields = (date: string, time: string, zone: string): number | null => {
  const wall = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  return Number.isNaN(wall) ? null : momentOf(wall, zone);
};
