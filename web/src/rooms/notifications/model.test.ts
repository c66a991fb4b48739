import type { Notification } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { merge } from '../../wire/notification-rows.ts';
import { badgeText, bannerOf, durationText } from './model.ts';

const row = (id: number, over: Partial<Notification> = {}): Notification => ({
  id,
  pk: id,
  forebear_pk: null,
  date_created: new Date(Date.UTC(2026, 10, 20, 12, id)).toISOString(),
  received_at: new Date(Date.UTC(2026, 10, 20, 12, id)).toISOString(),
  notification_time: new Date(Date.UTC(2026, 10, 20, 12, id)).toISOString(),
  location: 'Hutchinson Elevator',
  location_id: 1,
  location_pk: 1,
  device: 'Leg 1',
  device_id: 7,
  device_pk: 7,
  full_sensor_id: '7.4.4000',
  sensor_id: '4000',
  sensor_name: 'Head bearing left',
  event_type: 'alarm_on',
  event_type_label: 'Alarm Detected',
  content: '84.6 °C, Absolute',
  value: 84.6,
  is_active: true,
  duration: null,
  late: false,
  test: false,
  color: 'red',
  url: '',
  acknowledged: null,
  ...over,
});

test('the banner names the newest alarm and counts the rest, warnings apart', () => {
  const rows = [row(1), row(3), row(2), row(9, { event_type: 'warning_on' })];
  expect(bannerOf(rows)).toMatchObject({ severity: 'alarm', alarms: 3, warnings: 1, first: { id: 3 } });
});

test('there is no banner while only a device is offline or everything is over', () => {
  expect(bannerOf([row(1, { event_type: 'device_offline' }), row(2, { is_active: false })])).toBeNull();
});

test('an event replaces its forebear and itself; what is over leaves the active ones', () => {
  const rows = [row(1), row(2)];
  const off = row(5, { event_type: 'alarm_off', is_active: false, forebear_pk: 1 });
  expect(merge(rows, [off]).map((each) => each.id)).toEqual([2]);
  expect(merge(rows, [row(2, { content: 'again' })]).map((each) => each.content)).toEqual([
    'again',
    '84.6 °C, Absolute',
  ]);
  expect(merge(rows, [row(7)]).map((each) => each.id)).toEqual([7, 1, 2]);
});

test('the number stays at 999', () => {
  expect([badgeText(3), badgeText(999), badgeText(12_345)]).toEqual(['3', '999', '999']);
});

test('writes a duration as days and h:m:s', () => {
  expect([null, 59, 3_725, 100_000].map(durationText)).toEqual(['', '0:00:59', '1:02:05', '1 d 3:46:40']);
});
