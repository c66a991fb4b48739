import { expect, test } from 'vitest';
import { momentOf, momentOfFields, wallFields, zoneOffset } from './zone.ts';

const hour = 3_600_000;
const zone = 'America/Chicago';

test('knows summer and winter time', () => {
  expect(zoneOffset(Date.UTC(2026, 6, 1), zone)).toBe(-5 * hour);
  expect(zoneOffset(Date.UTC(2026, 11, 1), zone)).toBe(-6 * hour);
});

test('uses the first of a time that occurs twice', () => {
  // 2026-11-01 02:00 CDT goes back to 01:00 CST.
  expect(momentOf(Date.UTC(2026, 10, 1, 1, 30), zone)).toBe(Date.UTC(2026, 10, 1, 6, 30));
});

test('moves a time that does not exist forward', () => {
  // 2026-03-08 02:00 CST goes forward to 03:00 CDT.
  const at = momentOf(Date.UTC(2026, 2, 8, 2, 30), zone);
  expect(wallFields(at, zone)).toEqual({ date: '2026-03-08', time: '03:30' });
});

test('returns the fields it was given', () => {
  const at = momentOfFields('2026-11-20', '14:36', 'Europe/Berlin') ?? 0;
  expect(at).toBe(Date.UTC(2026, 10, 20, 13, 36));
  expect(wallFields(at, 'Europe/Berlin')).toEqual({ date: '2026-11-20', time: '14:36' });
  expect(momentOfFields('nonsense', '14:36', 'UTC')).toBeNull();
});
