import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const zone = 'America/Chicago';
const hour = 3_600_000;

test('is at round times of the zone and shows the date at midnight', () => {
  const from = Date.UTC(2026, 10, 20, 0, 36);
  const labels = timeTicks(from, from + 24 * hour, 940, zone).map((tick) => tick.label);
  expect(labels.slice(0, 4)).toEqual(['20:00', '22:00', 'Fri 20', '02:00']);
});

test('leaves out the hour that does not exist in spring', () => {
  const from = Date.UTC(2026, 2, 8, 6, 0);
  const labels = timeTicks(from, from + 5 * hour, 500, zone).map((tick) => tick.label);
  expect(labels).toEqual(['Sun 8', '01:00', '03:00', '04:00', '05:00', '06:00']);
});

test('shows the hour that occurs twice in autumn twice, at its true distance', () => {
  const from = Date.UTC(2026, 10, 1, 5, 0);
  const ticks = timeTicks(from, from + 5 * hour, 500, zone);
  expect(ticks.map((tick) => tick.label)).toEqual(['Sun 1', '01:00', '01:00', '02:00', '03:00', '04:00']);
  expect(ticks.map((tick) => (tick.at - from) / hour)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('is at days of the wall clock in a month with a clock change', () => {
  const from = Date.UTC(2026, 9, 22, 18, 0);
  const ticks = timeTicks(from, from + 30 * 24 * hour, 940, zone);
  expect(ticks.every((tick) => tick.day)).toBe(true);
  expect(ticks.map((tick) => tick.label)).toContain('Tue 3');
});

test('has seconds when zoomed far in, and nothing for an empty range', () => {
  expect(timeTicks(0, 20_000, 400, 'UTC')[1]?.label).toBe('00:00:05');
  expect(timeTicks(5, 5, 400, 'UTC')).toEqual([]);
});
