import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { expect, test } from 'vitest';
import { differenceText, figureText, levelBefore, limitText, reachOf, verdictOf, worstFirst } from './model.ts';

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
  expect(figureText({ value: 21.3, error: 0.04 }, 'C')).toBe('21.3 °C');
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
  expect(limitText(bearing('a'))).toBeNull();
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

test('only a change of more than twice its error is hotter or cooler, and a rising trend is hotter', () => {
  const of = (over: Partial<Bearing>) => verdictOf(bearing('a', over));
  expect([of({}), of({ change: { value: 3, error: 1 } }), of({ change: { value: -3, error: 1 } })]).toEqual([
    null,
    'hotter',
    'cooler',
  ]);
  expect([of({ change: { value: 3, error: 2 } }), of({ change: { value: 3, error: null } })]).toEqual([
    'steady',
    'steady',
  ]);
  const to_limit = { days: 9, earliest: 8, latest: 10 };
  expect(of({ change: { value: 1, error: 1 }, to_limit })).toBe('hotter');
});

test('columns rise from the level of the weeks before, on one scale for all bearings of a unit', () => {
  const risen = bearing('a', { change: { value: 16, error: 1 } });
  expect([levelBefore(risen), levelBefore(bearing('b'))]).toEqual([4, 4]);
  expect(reachOf([risen, bearing('c', { unit: 'F' })], 'C')).toBe(20);
  const still = bearing('d', { weeks: bearing('d').weeks.map((week) => ({ ...week, rise: null })) });
  expect([levelBefore(still), reachOf([still], 'C')]).toEqual([null, 5]);
});
