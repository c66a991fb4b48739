import { expect, it } from 'vitest';
import { isHeldBack, shownQuietHours, storedQuietHours } from './quiet-hours.ts';

const night = storedQuietHours({ begins: '22:00', ends: '06:30', timezone: 'America/Chicago' });
const day = storedQuietHours({ begins: '08:00', ends: '12:00', timezone: 'UTC' });

it.each([1, 2])('never hold back priority %i', (priority) => {
  expect(isHeldBack(night, priority, Date.parse('2026-01-10T08:00:00Z'))).toBe(false);
});

it.each([
  ['2026-01-11T03:59:00Z', false],
  ['2026-01-11T04:00:00Z', true],
  ['2026-01-11T12:29:00Z', true],
  ['2026-01-11T12:30:00Z', false],
  // In summer the zone is an hour nearer to UTC.
  ['2026-07-11T03:00:00Z', true],
  ['2026-07-11T11:30:00Z', false],
  // The night in which the clock goes forward has no 02:30; it is quiet all the same.
  ['2026-03-08T08:30:00Z', true],
])('by the clock of the zone, over midnight: at %s %s', (at, expected) => {
  expect(isHeldBack(night, 3, Date.parse(at))).toBe(expected);
  expect(isHeldBack(night, 4, Date.parse(at))).toBe(expected);
});

it('within a day, the end not included', () => {
  expect(isHeldBack(day, 4, Date.parse('2026-01-10T11:59:59Z'))).toBe(true);
  expect(isHeldBack(day, 4, Date.parse('2026-01-10T12:00:00Z'))).toBe(false);
  expect(isHeldBack(null, 4, 0)).toBe(false);
  expect(shownQuietHours(day)).toEqual({ begins: '08:00', ends: '12:00', timezone: 'UTC' });
});
