import { expect, test } from 'vitest';
import { row } from '../../../domain/testing/rows.ts';
import {
  filterOf,
  isInRange,
  isNarrow,
  isWithin,
  mixedZones,
  noFilters,
  queryOf,
  selectableDays,
  withoutShortEnds,
} from './model.ts';
import { isSelected, nothingSelected, toggled } from './selected.ts';

// spec: monitoring 5 Date range picker disables dates more than 30 days from the chosen start or end
test('a range extends at most 30 days before or after the chosen day, across month ends and clock changes', () => {
  expect(isInRange(null, '2020-01-01')).toBe(true);
  expect(['2026-10-20', '2026-11-19', '2026-09-20'].map((day) => isInRange('2026-10-20', day))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['2026-11-20', '2026-09-19'].map((day) => isInRange('2026-10-20', day))).toEqual([false, false]);
  expect(selectableDays('2026-10-20')).toEqual(['2026-09-20', '2026-11-19']);
  expect(selectableDays(null)).toEqual([undefined, undefined]);
});

// spec: monitoring 5 Empty or null query parameters are dropped when building queries
test('an empty filter sends only the sort order', () => {
  expect(queryOf(noFilters, 'historical', 'newest', 'UTC')).toEqual({ ordering: '-date_created' });
  expect(isNarrow(noFilters)).toBe(false);
});

test('days are whole and inclusive, in the zone of the site', () => {
  const filters = { ...noFilters, from: '2026-11-01', to: '2026-11-01', search: ' bearing ' };
  expect(queryOf(filters, 'active', 'oldest', 'America/Chicago')).toEqual({
    search: 'bearing',
    is_active: 'true',
    date_created_from: '2026-11-01T05:00:00.000Z',
    // The day on which summer time ends has 25 hours.
    date_created_to: '2026-11-02T05:59:59.999Z',
    ordering: 'date_created',
  });
});

test('what a switch reported for a minute at most is one row with its duration', () => {
  const report = (id: number, second: number, content: string, over = {}) =>
    row(id, {
      event_type: 'sn2_status_change',
      content,
      is_active: false,
      date_created: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
      ...over,
    });
  const missed = 'Sensor Not Scanned by T500';
  const told = (...rows: Parameters<typeof withoutShortEnds>[0]) =>
    withoutShortEnds(rows).map(({ id, duration }) => [id, duration]);
  expect(told(report(2, 20, 'OK'), row(3), report(1, 9, missed))).toEqual([
    [3, null],
    [1, 11],
  ]);
  expect(told(report(2, 70, 'OK'), report(1, 9, missed))).toHaveLength(2);
  expect(told(report(2, 20, 'OK', { full_sensor_id: '8.1.1' }), report(1, 9, missed))).toHaveLength(2);
  expect(told(report(2, 20, 'OK'))).toEqual([[2, null]]);
});

test('an event matches if client, site and device match, as far as given', () => {
  const nowhere = { client: null, site: null, device: null };
  const places = [nowhere, { ...nowhere, client: 3 }, { ...nowhere, client: 4 }, { client: 3, site: 1, device: 7 }];
  expect(places.map((place) => isWithin(row(1), place))).toEqual([true, true, false, true]);
  expect(isWithin(row(1), { client: 3, site: 1, device: 8 })).toBe(false);
});

test('the filter of a list acknowledges the same events', () => {
  const filters = { ...noFilters, event: 'alarm_on', site: 4, search: 'bearing', priority: 'high' } as const;
  const query = { ...queryOf(filters, 'unacknowledged', 'newest', 'UTC'), all_clients: 'true' } as const;
  expect(query).toMatchObject({ is_acknowledged: 'false' });
  expect(filterOf(query)).toEqual({
    search: 'bearing',
    all_clients: true,
    location: 4,
    event_type: ['alarm_on'],
    priority: ['high'],
    ordering: '-date_created',
  });
});

test('zones are named only where the times of several sites differ, not in the night of a clock change', () => {
  const rows = ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map((at, id) => row(id, { date_created: at }));
  const zones = (first: string, second: string) => mixedZones(rows, ({ id }) => (id === 0 ? first : second));
  expect(zones('America/Chicago', 'America/Chicago')).toEqual([]);
  expect(zones('America/Phoenix', 'America/Chicago')).toEqual(['MST', 'CST']);
  expect(zones('America/Regina', 'America/Chicago')).toEqual([]);
  expect(mixedZones([], () => 'UTC')).toEqual([]);
});

test('a row deselected from everything leaves the other rows of the page', () => {
  expect([...toggled(nothingSelected, 1, [1, 2, 3]).ids]).toEqual([1]);
  const rest = toggled({ isAll: true, ids: new Set() }, 2, [1, 2, 3]);
  expect([isSelected(rest, 1), isSelected(rest, 2), isSelected(rest, 9)]).toEqual([true, false, false]);
});
