import { expect, test } from 'vitest';
import { row } from '../../../domain/testing/rows.ts';
import { byIncident, toggledIncident } from './incidents.ts';

test('events of an incident stay together in the order of the page, and one alone is an incident of one', () => {
  const page = [row(2, { incident: 1 }), row(1, { incident: 1 }), row(5), row(7, { incident: 6 })];
  expect(byIncident(page).map(({ id, rows }) => [id, rows.map((one) => one.id)])).toEqual([
    [1, [2, 1]],
    [5, [5]],
    [6, [7]],
  ]);
});

test('an incident is folded and unfolded', () => {
  const folded = toggledIncident(new Set([3]), 7);
  expect([...folded]).toEqual([3, 7]);
  expect([...toggledIncident(folded, 3)]).toEqual([7]);
});
