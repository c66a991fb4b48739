import { expect, test } from 'vitest';
import {
  agoText,
  calendarDayText,
  clockText,
  daysText,
  exactText,
  momentText,
  shortDayText,
  shortSpanText,
  sinceText,
  spanText,
} from './time.ts';

const at = Date.UTC(2026, 10, 20, 20, 36, 10);

test('a short span has only its largest unit', () => {
  expect([0, 59_999, 3_599_000, 86_220_000, 100_800_000].map(shortSpanText)).toEqual([
    '0 s',
    '59 s',
    '59 min',
    '23 h',
    '1 d',
  ]);
});

test('formats spans in readable units', () => {
  expect([0, 59_999, 60_000, 3_599_000, 3_600_000, 4_800_000, 86_400_000, 100_800_000].map(spanText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '1 h 20 min',
    '1 d',
    '1 d 04 h',
  ]);
});

test('never says a negative age when clocks differ a little', () => {
  expect(spanText(-300)).toBe('0 s');
  expect(agoText(-300)).toBe('now');
});

test("shows a time in the site's zone and names the zone", () => {
  expect(clockText(at, 'America/Chicago')).toBe('14:36:10');
  expect(exactText(at, 'America/Chicago')).toBe('20 Nov 2026, 14:36:10 CST');
  expect(exactText(Date.UTC(2026, 6, 1, 12), 'America/Chicago')).toBe('1 Jul 2026, 07:00:00 CDT');
});

test('shows a calendar day as that day in every zone', () => {
  expect(calendarDayText('2026-11-01')).toBe('1 Nov 2026');
  expect(calendarDayText('2026-12-31')).toBe('31 Dec 2026');
});

test('leaves out the year of this year', () => {
  expect(shortDayText(at, Date.UTC(2026, 11, 31, 12), 'America/Chicago')).toBe('20 Nov');
  expect(shortDayText(at, Date.UTC(2027, 0, 1, 12), 'America/Chicago')).toBe('20 Nov 2026');
});

test('names the zone of a start, and its day if that was not today', () => {
  expect(momentText(at, at + 60_000, 'America/Chicago')).toBe('14:36 CST');
  expect(momentText(at, at - 86_400_000, 'America/Chicago')).toBe('20 Nov 2026, 14:36 CST');
  expect(sinceText(at, at + 60_000, 'America/Chicago')).toBe('since 14:36:10 CST');
  expect(sinceText(at, at + 86_400_000, 'America/Chicago')).toBe('since 20 Nov 2026 14:36 CST');
});

test('shortens a range of days in the same month and year', () => {
  const zone = 'America/Chicago';
  expect(daysText(at - 86_400_000, at, zone)).toBe('19 to 20 Nov 2026');
  expect(daysText(at, at + 1_000, zone)).toBe('20 Nov 2026');
  expect(daysText(at - 30 * 86_400_000, at, zone)).toBe('21 Oct to 20 Nov 2026');
});
