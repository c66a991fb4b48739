import { expect, test } from 'vitest';
import { logAddress } from './address.ts';
import { noFilters } from './model.ts';

test('malformed and unknown values in an address are left out', () => {
  const query =
    '?tab=everything&from=yesterday&to=2026-13-40&site=-1&device=1e3&event=explosion&priority=top&shelved=2';
  expect(logAddress(query)).toEqual({ tab: 'active', filters: noFilters });
  expect(logAddress('')).toEqual({ tab: 'active', filters: noFilters });
});

test('a link opens a tab with its filters', () => {
  const query =
    '?tab=historical&site=3&device=12&event=began&search=Head+bearing&from=2026-11-01&to=2026-11-25&shelved=true';
  expect(logAddress(query)).toEqual({
    tab: 'historical',
    filters: {
      ...noFilters,
      site: 3,
      device: 12,
      event: 'began',
      search: 'Head bearing',
      from: '2026-11-01',
      to: '2026-11-25',
      shelved: true,
    },
  });
  expect(logAddress('?search=%2212%22').filters.search).toBe('12');
});

test('the links of banner and machine page open their lists', () => {
  expect(logAddress('?tab=unacknowledged').tab).toBe('unacknowledged');
  expect(logAddress('?type=maintenance')).toMatchObject({ tab: 'historical', filters: { event: 'maintenance' } });
});
