import { describe, expect, it, test } from 'vitest';
import { accessText, nextSorting, sorted, stateText, tabOf } from './model.ts';

const site = (id: number, title: string) => ({ id, title });
const titles = (all: readonly { readonly title: string }[]): readonly string[] => all.map((each) => each.title);
const all = [site(1, 'Leg 10'), site(2, 'leg 2'), site(3, 'Annex')];

test("keeps the server's order until sorted", () => {
  expect(titles(sorted(all, 'newest'))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});

test('sorts by name with natural number order, and reverses', () => {
  expect(titles(sorted(all, nextSorting('newest')))).toEqual(['Annex', 'leg 2', 'Leg 10']);
  expect(titles(sorted(all, nextSorting('ascending')))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});

test('sorts by alarms, by silence and by proof tests, and keeps the order of equal sites', () => {
  const about = (id: number, alarms: number, warnings: number, at: number | null, sensors: number, ok: number) =>
    [
      id,
      {
        id,
        alarms,
        warnings,
        unacknowledged: 0,
        last_frame_at: at === null ? null : `2026-11-2${at}T00:00:00.000Z`,
        proof: { sensors, ok },
      },
    ] as const;
  const overviews = new Map([about(1, 0, 2, 9, 2, 1), about(2, 1, 0, null, 0, 0), about(3, 0, 2, 3, 2, 0)]);
  const ids = (sorting: Parameters<typeof sorted>[1]) => sorted(all, sorting, overviews).map(({ id }) => id);
  expect(ids('worst')).toEqual([2, 1, 3]);
  expect(ids('silent')).toEqual([2, 3, 1]);
  expect(ids('untested')).toEqual([3, 1, 2]);
});

describe('an assigned user', () => {
  it('has access by membership or as account manager', () => {
    expect(accessText({ is_accounts_management: false, location_membership: null })).toBe('No access');
    const membership = { id: 1, has_access: false, permission: 'User' as const };
    expect(accessText({ is_accounts_management: false, location_membership: membership })).toBe('No access');
    expect(accessText({ is_accounts_management: true, location_membership: membership })).toBe('Has Access');
    expect(
      accessText({ is_accounts_management: false, location_membership: { ...membership, has_access: true } }),
    ).toBe('Has Access');
  });

  it('is inactive, not activated yet, or active', () => {
    expect(stateText({ is_active: false, registered: true })).toBe('Inactive');
    expect(stateText({ is_active: true, registered: false })).toBe('Not activated yet');
    expect(stateText({ is_active: true, registered: true })).toBe('Active');
  });
});

test('an event is in the tab of the log that its state says', () => {
  const cleared = { is_active: false, needs_acknowledgement: true, acknowledged: null };
  const acknowledged = { by: 'Dale Novak', at: '2026-11-30T09:37:24Z', comment: '' };
  expect(tabOf({ ...cleared, is_active: true })).toBe('active');
  expect(tabOf(cleared)).toBe('unacknowledged');
  expect(tabOf({ ...cleared, acknowledged })).toBe('historical');
});
