import { expect, test } from 'vitest';
import { row } from '../testing.ts';
import { faultInjectionOf, isInRange, isNarrow, isWithin, noFilters, queryOf } from './model.ts';

// spec: monitoring 5 Date range picker disables dates more than 30 days from the chosen start or end
test('a range reaches 30 days to either side of the chosen day, across month ends and summer time', () => {
  expect(isInRange(null, '2020-01-01')).toBe(true);
  expect(['2026-10-20', '2026-11-19', '2026-09-20'].map((day) => isInRange('2026-10-20', day))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['2026-11-20', '2026-09-19'].map((day) => isInRange('2026-10-20', day))).toEqual([false, false]);
  expect(faultInjectionOf('2026-10-20')).toEqual(['2026-09-20', '2026-11-19']);
  expect(faultInjectionOf(null)).toEqual([undefined, undefined]);
});

// spec: monitoring 5 Empty or null query parameters are dropped when building queries
test('an empty filter sends only the sort order', () => {
  expect(queryOf(noFilters, false, true, 'UTC')).toEqual({ ordering: '-date_created' });
  expect(isNarrow(noFilters)).toBe(false);
});

test('days are whole and inclusive, in the zone of the site', () => {
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

test('an event matches if client, site and device match, as far as given', () => {
  const nowhere = { client: null, site: null, device: null };
  const places = [nowhere, { ...nowhere, client: 3 }, { ...nowhere, client: 4 }, { client: 3, site: 1, device: 7 }];
  expect(places.map((place) => isWithin(row(1), place))).toEqual([true, true, false, true]);
  expect(isWithin(row(1), { client: 3, site: 1, device: 8 })).toBe(false);
});
