import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { expect, test } from 'vitest';
import { barShare, differenceText, figureText, highestRise, limitText, worstFirst } from './model.ts';

const bearing = (name: string, over: Partial<Bearing> = {}): Bearing => ({
  path: name,
  name,
  unit: 'C',
  weeks: [20, 10, null, -3, 5].map((value) => ({
    from: '2026-11-13T00:00:00Z',
    to: '2026-11-20T00:00:00Z',
    hours: 10,
    rise: value === null ? null : { value, error: 1 },
  })),
  change: null,
  sister: null,
  trend: null,
  limit: 65,
  to_limit: null,
  ...over,
});

test('values have an error and a unit, and differences a sign', () => {
  expect(figureText({ value: 21.34, error: 0.82 }, 'C')).toBe('21.3 ± 0.8 °C');
  expect(figureText({ value: -0.01, error: null }, 'F')).toBe('0.0 °F');
  expect([1, -1, 0.01].map((value) => differenceText({ value, error: null }, 'C'))).toEqual([
    '+1.0 °C',
    '-1.0 °C',
    '0.0 °C',
  ]);
});

test('the time to the limit has a range, and is shown only if the trend rises', () => {
  const reaching = (days: number, earliest: number, latest: number | null) =>
    limitText(bearing('a', { to_limit: { days, earliest, latest } }));
  expect(reaching(40.2, 31.9, 55.1)).toBe(
    'About 40 days to the limit (31 to 56 days) if the trend continues in a straight line',
  );
  expect(reaching(40, 31, null)).toContain('31 days or more');
  expect(reaching(0, 0, 0)).toBe('The trend line is at the limit now');
  expect(limitText(bearing('a'))).toContain('Not rising');
  expect(limitText(bearing('a', { limit: null }))).toBeNull();
});

test('bearings that will reach a limit come first, then those with a significant change', () => {
  const order = worstFirst([
    bearing('noise', { change: { value: 9, error: 8 } }),
    bearing('risen', { change: { value: 3, error: 1 } }),
    bearing('late', { to_limit: { days: 90, earliest: 80, latest: 100 } }),
    bearing('soon', { to_limit: { days: 9, earliest: 8, latest: 10 } }),
  ]);
  expect(order.map(({ name }) => name)).toEqual(['soon', 'late', 'risen', 'noise']);
});

test('bars are relative to the highest week of all bearings with the same unit', () => {
  const week = { from: '2026-11-13T00:00:00Z', to: '2026-11-20T00:00:00Z', hours: 10 };
  const sister = bearing('b', { weeks: [{ ...week, rise: { value: 40, error: 1 } }] });
  const other = bearing('c', { unit: 'F', weeks: [{ ...week, rise: { value: 90, error: 1 } }] });
  const highest = highestRise([bearing('a'), sister, other], 'C');
  expect(highest).toBe(40);
  expect([0, 1, 2, 3].map((index) => barShare(bearing('a'), index, highest))).toEqual([0.5, 0.25, 0, 0]);
  expect(barShare(bearing('a'), 0, highestRise([], 'C'))).toBe(0);
});
