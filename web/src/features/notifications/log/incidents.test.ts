import { expect, test } from 'vitest';
import { row } from '../../../domain/testing/rows.ts';
import { acknowledgedAt, byIncident, toggledIncident } from './incidents.ts';

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

test('a bearing has one button for its warning and its alarm, at the alarm', () => {
  const warned = row(1, { incident: 1, event_type: 'warning_on' });
  const [hot, done] = [row(2, { incident: 1 }), row(5, { needs_acknowledgement: false, is_active: false })];
  const stopped = row(3, { incident: 1, full_sensor_id: '7.18.18000' });
  const other = row(4);
  const page = [warned, hot, stopped, other, done];
  const pressed = (hasBand: boolean, rows = page) =>
    rows.map((one) => acknowledgedAt(one, rows, hasBand).map(({ id }) => id));
  expect(pressed(false)).toEqual([[], [1, 2], [3], [4], []]);
  // The band of an incident of one sensor has the button.
  expect(pressed(true)).toEqual([[], [1, 2], [3], [], []]);
  expect(pressed(true, [warned, hot])).toEqual([[], []]);
});
