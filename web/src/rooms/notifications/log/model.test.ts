import { expect, test } from 'vitest';
import { isInReach, isNarrow, noFilters, queryOf, reachOf } from './model.ts';

// spec: monitoring 5 Date range picker disables dates more than 30 days from the chosen start or end
test('a range reaches 30 days to either side of the chosen day, over the end of a month and summer time', () => {
  expect(isInReach(null, '2020-01-01')).toBe(true);
  expect(['2026-10-20', '2026-11-19', '2026-09-20'].map((day) => isInReach('2026-10-20', day))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['2026-11-20', '2026-09-19'].map((day) => isInReach('2026-10-20', day))).toEqual([false, false]);
  expect(reachOf('2026-10-20')).toEqual(['2026-09-20', '2026-11-19']);
  expect(reachOf(null)).toEqual([undefined, undefined]);
});

// spec: monitoring 5 Empty or null query parameters are dropped when building queries
test('an empty filter asks for nothing but the order', () => {
  expect(queryOf(noFilters, false, true, 'UTC')).toEqual({ ordering: '-date_created' });
  expect(isNarrow(noFilters)).toBe(false);
});

test('days are whole and both belong to the range, in the zone of the site', () => {
  const filters = { ...noFilters, from: '2026-11-01', to: '2026-11-01', search: ' bearing ' };
  expect(queryOf(filters, true, false, 'America/Chicago')).toEqual({
    search: 'bearing',
    is_active: 'true',
    date_created_from: '2026-11-01T05:00:00.000Z',
    // The day on which summer time ends has 25 hours.
    date_created_to: '2026-11-02T05:59:59.999Z',
    ordering: 'date_created',
  });
});
