import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromWall, parseTime, toZonedIso, zonedDay } from './zoned-time.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const chicago = 'America/Chicago';

describe('refuses invalid times', () => {
  it.each(['', 'yesterday', '2026-02-31', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '12', '2026-01-01T00:00+25'])(
    '%j',
    (text) => {
      expect(parseTime(text, chicago)).toBeNull();
    },
  );
});

// spec: decisions 7 Times in queries: YYYY-MM-DD HH:mm:ss is in the site's zone
it.each([
  ['2026-07-01 12:00:00', '2026-07-01T17:00:00.000Z'],
  ['2026-01-01 12:00:00', '2026-01-01T18:00:00.000Z'],
  ['2026-01-01', '2026-01-01T06:00:00.000Z'],
  ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.000Z'],
  ['2026-01-01T12:00:00+02:00', '2026-01-01T10:00:00.000Z'],
  ['1767268800000', '2026-01-01T12:00:00.000Z'],
])('reads %s in Chicago', (text, expected) => {
  expect(iso(parseTime(text, chicago))).toBe(expected);
});

// spec: decisions 7 a time that exists twice is the first, one that does not exist moves forward
it('uses the first of an ambiguous time and moves a skipped one forward', () => {
  expect(iso(parseTime('2026-11-01 01:30:00', chicago))).toBe('2026-11-01T06:30:00.000Z');
  expect(iso(parseTime('2026-03-08 02:30:00', chicago))).toBe('2026-03-08T08:30:00.000Z');
  expect(toZonedIso(Date.parse('2026-03-08T08:30:00.000Z'), chicago)).toBe('2026-03-08T03:30:00.000-05:00');
});

it("names a day in the zone's own calendar", () => {
  const at = Date.parse('2025-08-28T02:30:00Z');
  expect(zonedDay(at, chicago)).toBe('27 Aug 2025');
  expect(zonedDay(at, 'Asia/Kolkata')).toBe('28 Aug 2025');
});

it('writes the offset in force', () => {
  expect(toZonedIso(Date.parse('2026-07-01T17:00:00Z'), chicago)).toBe('2026-07-01T12:00:00.000-05:00');
  expect(toZonedIso(Date.parse('2026-07-01T17:00:00Z'), 'Asia/Kolkata')).toBe('2026-07-01T22:30:00.000+05:30');
});

it('gives back every moment that it wrote, in any zone, but the second of a doubled hour', () => {
  const zones = fc.constantFrom(
    'UTC',
    chicago,
    'Europe/Berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
  );
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 4_000_000_000_000 }), (zone, ms) => {
      const written = toZonedIso(ms, zone);
      expect(Date.parse(written)).toBe(ms);
      const back = fromWall(Date.parse(`${written.slice(0, 23)}Z`), zone);
      expect([0, 1_800_000, 3_600_000]).toContain(ms - back);
    }),
    { numRuns: 300 },
  );
});
