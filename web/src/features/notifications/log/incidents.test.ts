import { expect, test } from 'vitest';
import { row } from '../testing.ts';
import { groupedRows } from './incidents.ts';

const page = [row(1, { incident: 7 }), row(2), row(3, { incident: 7, is_first_out: true }), row(4, { incident: 8 })];
const ids = (open: boolean) => groupedRows(page, () => open).rows.map((each) => each.id);

test('an incident is one row, its first alarm, where its topmost row was', () => {
  expect(ids(false)).toEqual([3, 2, 4]);
  expect(
    groupedRows(page, () => false)
      .groups.get(3)
      ?.others.map((each) => each.id),
  ).toEqual([1]);
});

test('an opened incident shows its other rows below the first; one alone on the page stays a plain row', () => {
  expect(ids(true)).toEqual([3, 1, 2, 4]);
  expect(groupedRows(page, () => true).groups.has(4)).toBe(false);
});
