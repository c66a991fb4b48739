import { expect, test } from 'vitest';
import { row } from '../../domain/testing/rows.ts';
import { merge, splitMaintenance } from '../../live/notification-rows.ts';
import {
  badgeText,
  bellParts,
  durationText,
  heardOf,
  initials,
  isHeard,
  loudCounts,
  placeText,
  sounds,
  tabStateOf,
} from './model.ts';

// spec: monitoring 4 A notification whose forebear_pk matches an existing one replaces that entry; otherwise it is added at the front
test('an event replaces its predecessor and itself; a cleared one is removed', () => {
  const rows = [row(1), row(2)];
  const off = row(5, { event_type: 'alarm_off', is_active: false, forebear_pk: 1 });
  expect(merge(rows, [off]).map((each) => each.id)).toEqual([2]);
  expect(merge(rows, [row(2, { content: 'again' })]).map((each) => each.content)).toEqual([
    'again',
    '84.6 °C, Absolute',
  ]);
  expect(merge(rows, [row(7)]).map((each) => each.id)).toEqual([7, 1, 2]);
});

// spec: monitoring 9 badge overflow 999
test('the number stops at 999', () => {
  expect([badgeText(3), badgeText(999), badgeText(12_345)]).toEqual(['3', '999', '999']);
});

// spec: monitoring 2 otherwise a duration as days and h:m:s
test('formats a duration as days and h:m:s', () => {
  expect([null, 59, 3_725, 100_000].map(durationText)).toEqual(['', '0:00:59', '1:02:05', '1 d 3:46:40']);
});

const acknowledged = { by: 'June Rivers', at: '2026-11-20T12:00:00.000Z', comment: 'Looking' };

// spec: decisions 6 it ends the repeating sound of this event for everybody
test('the tone is for active, unacknowledged alarms and warnings', () => {
  expect([row(1), row(2, { event_type: 'warning_on' })].every(sounds)).toBe(true);
  const silent = [
    row(3, { acknowledged }),
    row(4, { is_active: false }),
    row(5, { test: true }),
    row(6, { late: true }),
    row(7, { event_type: 'device_offline' }),
  ];
  expect(silent.some(sounds)).toBe(false);
  expect(loudCounts([row(5, { test: true }), row(8, { is_shelved: true })])).toEqual({ alarms: 0, warnings: 0 });
});

// spec: monitoring 4 Maintenance events go to the maintenance list, others to the notification list
test('maintenance events are listed separately', () => {
  const split = splitMaintenance([row(1), row(2, { event_type: 'maintenance', is_active: false })]);
  expect([split.rows.map((each) => each.id), split.maintenance.map((each) => each.id)]).toEqual([[1], [2]]);
});

test('an event that arrives again keeps its acknowledgement', () => {
  expect(merge([row(1, { acknowledged })], [row(1)])[0]?.acknowledged).toEqual(acknowledged);
});

test('names are shortened to initials', () => {
  expect(['June Rivers', 'mia', ''].map(initials)).toEqual(['JR', 'M', '']);
});

test('the tab title shows the active alarm, and that it is outdated without a connection', () => {
  const two = loudCounts([row(1), row(2)]);
  expect(tabStateOf(two, false)).toEqual({ sign: 'alarm', text: '2 alarms' });
  expect(tabStateOf(two, true)).toEqual({ sign: 'alarm', text: 'Not live, 2 alarms' });
  expect(tabStateOf(loudCounts([row(1, { event_type: 'warning_on' })]), false)).toEqual({
    sign: 'warning',
    text: '1 warning',
  });
  expect(tabStateOf(loudCounts([]), true)).toEqual({ sign: 'lost', text: 'Not live' });
  expect(tabStateOf(loudCounts([]), false)).toEqual({ sign: null, text: '' });
});

test('names the site of an event at another site, and its client if that differs too', () => {
  expect(placeText(row(1), { client: 3, site: 1 })).toBe('');
  expect(placeText(row(1), { client: 3, site: 9 })).toBe('Hutchinson Elevator');
  expect(placeText(row(1), { client: null, site: null })).toBe('Hutchinson Elevator, Prairie Grain Co-op');
});

test('sound and toasts follow the selected client; without one, staff get none and others get all of theirs', () => {
  const message = { notifications: [row(1), row(2, { client_id: 4 })], device: 'Leg 1', location: 'North', count: 2 };
  const isAudible = (client: number | null, isStaff: boolean) =>
    heardOf(message, { client, isStaff }).notifications.map(({ id }) => id);
  expect(isAudible(3, true)).toEqual([1]);
  expect(isAudible(4, false)).toEqual([2]);
  expect(isAudible(null, true)).toEqual([]);
  expect(isAudible(null, false)).toEqual([1, 2]);
  expect(isHeard(row(1), { client: 4, isStaff: true })).toBe(false);
});

test('the bell is red for alarms alone: warnings and what is held back have their own part of its number', () => {
  const warning = { event_type: 'warning_on' as const };
  expect(bellParts([row(1), row(2, warning), row(3, { is_shelved: true })], 3)).toEqual([
    { severity: 'alarm', count: 1 },
    { severity: 'warning', count: 1 },
    { severity: null, count: 1 },
  ]);
  expect(bellParts([row(1, warning)], 1)).toEqual([{ severity: 'warning', count: 1 }]);
  expect(bellParts([row(1, warning)], 1_200)).toEqual([{ severity: 'warning', count: 1_200 }]);
  expect(bellParts([], 0)).toEqual([]);
});
