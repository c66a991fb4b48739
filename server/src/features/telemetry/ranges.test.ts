import { expect, test } from 'vitest';
import { exportRange, rangeOf, withMaxPoints } from './ranges.ts';

const zone = 'America/Chicago';
const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-07-01T17:00:30.500Z');

test.each([
  ['no end', { from: now - hour }, 'This field is required.'],
  ['no beginning', { to: now }, 'This field is required.'],
  [
    'a timescale as well',
    { from: now - hour, to: now, timescale: 'day' as const },
    'Give either a timescale or a range.',
  ],
  ['a time as well', { from: now - hour, to: now, timestamp: '2026-07-01' }, 'Give either a time or a range.'],
  ['its end before its beginning', { from: now, to: now - hour }, 'The end must be after the beginning.'],
  ['no length', { from: now, to: now }, 'The end must be after the beginning.'],
  ['94 days', { from: now - 94 * day, to: now }, 'The range is at most 93 days.'],
  ['a beginning in the future', { from: now + hour, to: now + 2 * hour }, 'This time is in the future.'],
])('refuses a range with %s', (_what, query, message) => {
  expect(() => rangeOf(query, zone, now)).toThrow(message);
});

test.each([
  ['every reading of an hour', hour, null],
  ['every reading a little beyond the hour, as an earlier period beside it needs', 1.05 * hour, null],
  ['1 minute for a day', day, 60_000],
  ['12 minutes for a week', 7 * day, 720_000],
  ['30 minutes for a month', 30 * day, 1_800_000],
  ['30 minutes for 93 days', 93 * day, 1_800_000],
])('a range shows %s', (_what, span, slotMs) => {
  expect(rangeOf({ from: now - span, to: now }, zone, now).slotMs).toBe(slotMs);
});

test('a range is widened to whole slots, also in an export', () => {
  const query = { from: now - day, to: now };
  const whole = {
    timescale: 'custom',
    from: Date.parse('2026-06-30T17:00:00Z'),
    to: Date.parse('2026-07-01T17:01:00Z'),
    slotMs: 60_000,
  };
  expect(rangeOf(query, zone, now)).toEqual(whole);
  expect(exportRange({ ...query, current_chart_type: 'custom' }, zone, now)).toEqual(whole);
});

test.each([
  ['no limit', 'day' as const, undefined, 60_000],
  ['more points than there are slots', 'day' as const, 5_000, 60_000],
  ['an hour for 24 points of a day', 'day' as const, 24, hour],
  ['two slots of 12 minutes for 500 points of a week', 'week' as const, 500, 2 * 720_000],
  ['a minute for the readings of an hour', 'hour' as const, 100, 60_000],
  ['one slot', 'month' as const, 1, 30 * day],
])('slots of a limited number of points: %s', (_what, timescale, maxPoints, slotMs) => {
  const range = rangeOf({ timescale }, zone, now);
  expect(withMaxPoints(range, maxPoints)).toEqual({ ...range, slotMs });
});
