import { expect, test } from 'vitest';
import { quickRange, shiftOf } from './periods.ts';

const zone = 'America/Chicago';
const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string): number => Date.parse(text);
/** Thursday, 14:36 in Chicago. */
const now = at('2026-11-19T20:36:00Z');

test('the earlier period begins at the same wall time, an hour more or less across a clock change', () => {
  expect(shiftOf(now, 'day', zone)).toBe(day);
  expect(shiftOf(now, 'week', zone)).toBe(7 * day);
  expect(shiftOf(now, 'year', zone)).toBe(365 * day);
  // Clocks went back on 1 November 2026 and forward on 8 March 2026.
  expect(shiftOf(at('2026-11-01T18:00:00Z'), 'day', zone)).toBe(25 * hour);
  expect(shiftOf(at('2026-03-08T18:00:00Z'), 'day', zone)).toBe(23 * hour);
});

test('29 February is compared with 1 March of the year before', () => {
  const leapDay = at('2028-02-29T18:00:00Z');
  expect(leapDay - shiftOf(leapDay, 'year', zone)).toBe(at('2027-03-01T18:00:00Z'));
});

test("quick ranges are days and weeks of the site's zone", () => {
  expect(quickRange('today', now, zone)).toEqual({ from: at('2026-11-19T06:00:00Z'), to: now });
  expect(quickRange('yesterday', now, zone)).toEqual({
    from: at('2026-11-18T06:00:00Z'),
    to: at('2026-11-19T06:00:00Z'),
  });
  expect(quickRange('thisWeek', now, zone)).toEqual({ from: at('2026-11-16T06:00:00Z'), to: now });
  expect(quickRange('lastWeek', now, zone)).toEqual({
    from: at('2026-11-09T06:00:00Z'),
    to: at('2026-11-16T06:00:00Z'),
  });
  expect(quickRange('sixHours', now, zone)).toEqual({ from: now - 6 * hour, to: now });
});

test('the day of a clock change is 25 hours long', () => {
  const { from, to } = quickRange('yesterday', at('2026-11-02T20:00:00Z'), zone);
  expect(to - from).toBe(25 * hour);
});
