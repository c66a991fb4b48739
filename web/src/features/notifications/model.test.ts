import { expect, test } from 'vitest';
import { merge, splitMaintenance } from '../../live/notification-rows.ts';
import {
  badgeText,
  bannerOf,
  countText,
  durationText,
  heardOf,
  initials,
  isHeard,
  placeText,
  sounds,
  tabStateOf,
} from './model.ts';
import { row } from './testing.ts';

test('the banner names the newest alarm and counts the rest, warnings separately', () => {
  const rows = [row(1), row(3), row(2), row(9, { event_type: 'warning_on' })];
  expect(bannerOf(rows)).toMatchObject({
    severity: 'alarm',
    alarms: 3,
    warnings: 1,
    worst: { id: 3 },
    first: { id: 1 },
  });
});

test('there is no banner while only a device is offline or everything has cleared', () => {
  expect(bannerOf([row(1, { event_type: 'device_offline' }), row(2, { is_active: false })])).toBeNull();
});

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

test('forty alarms are one line with their number, the first and the worst', () => {
  const rows = Array.from({ length: 40 }, (_, i) => row(i + 1, i === 0 ? { event_type: 'warning_on' } : {}));
  expect(bannerOf(rows)).toMatchObject({ alarms: 39, warnings: 1, first: { id: 1 }, worst: { id: 40 } });
});

test('the banner names the most urgent event of the worst severity, and the bell acknowledges in that order', () => {
  const rows = [
    row(1, { priority: 'critical' }),
    row(2, { priority: 'low' }),
    row(3),
    row(4, { event_type: 'warning_on', priority: 'critical' }),
  ];
  const facts = bannerOf(rows);
  expect(facts?.worst.id).toBe(1);
  expect(facts?.open.map((each) => each.id)).toEqual([1, 4, 3, 2]);
});

test('the banner names the first alarm of the incident rather than the first of all', () => {
  const rows = [row(1), row(2, { incident: 7, is_first_out: true }), row(3, { incident: 7 })];
  expect(bannerOf(rows)).toMatchObject({ worst: { id: 3 }, first: { id: 2 } });
});

test('the banner names unacknowledged events before acknowledged ones', () => {
  const facts = bannerOf([row(1), row(2, { acknowledged })]);
  expect(facts?.worst.id).toBe(1);
  expect(facts?.open.map((each) => each.id)).toEqual([1]);
  expect(bannerOf([row(2, { acknowledged })])).toMatchObject({ worst: { id: 2 }, first: null, open: [] });
});

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
  expect(bannerOf([row(5, { test: true })])).toBeNull();
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
  const two = bannerOf([row(1), row(2)]);
  expect(tabStateOf(two, false)).toEqual({ sign: 'alarm', text: '2 alarms' });
  expect(tabStateOf(two, true)).toEqual({ sign: 'alarm', text: 'Not live, 2 alarms' });
  expect(tabStateOf(bannerOf([row(1, { event_type: 'warning_on' })]), false)).toEqual({
    sign: 'warning',
    text: '1 warning',
  });
  expect(tabStateOf(null, true)).toEqual({ sign: 'lost', text: 'Not live' });
  expect(tabStateOf(null, false)).toEqual({ sign: null, text: '' });
});

test('counts the sites of all active events', () => {
  const far = { location_id: 2, location: 'Bremen Mill', client_id: 4, client: 'Roggen AG' };
  const rows = [row(1), row(2), row(3, far), row(4, { event_type: 'warning_on', location_id: 5 })];
  expect(bannerOf(rows)).toMatchObject({ alarms: 3, warnings: 1, sites: 3 });
  expect(countText({ severity: 'alarm', alarms: 3, warnings: 1, sites: 3 })).toBe('3 alarms at 3 sites');
  expect(countText({ severity: 'alarm', alarms: 1, warnings: 0, sites: 1 })).toBe('1 alarm');
  expect(countText({ severity: 'warning', alarms: 0, warnings: 2, sites: 2 })).toBe('2 warnings at 2 sites');
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
