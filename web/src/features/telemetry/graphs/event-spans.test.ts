import type { EventType } from '@tocsin/contract/event';
import { expect, test } from 'vitest';
import { spansOf } from './event-spans.ts';

const minute = 60_000;
const day = 86_400_000;
const to = Date.UTC(2026, 10, 20, 12);
const window = { from: to - day, to };
let ids = 0;
const row = (event_type: EventType, at: number, over: object = {}) => ({
  id: ++ids,
  forebear_pk: null,
  event_type,
  date_created: new Date(at).toISOString(),
  full_sensor_id: '7.4.4000',
  is_active: false,
  duration: null,
  ...over,
});

test('a warning spans from its beginning to its end, or to the edge of the window while active', () => {
  const ended = row('warning_on', to - 60 * minute, { duration: 600 });
  const lasts = row('warning_on', to - 20 * minute, { is_active: true });
  expect(spansOf([lasts, ended], window)).toEqual([
    { from: to - 20 * minute, to, path: '7.4.4000', type: 'warning_on', isOpen: true },
    { from: to - 60 * minute, to: to - 50 * minute, path: '7.4.4000', type: 'warning_on' },
  ]);
});

// The event list of a window may not contain the beginning.
test('a warning that began before the window spans all of it, or up to its end', () => {
  const old = row('warning_on', to - 9 * day, { is_active: true });
  expect(spansOf([old, old], window)).toEqual([
    { from: to - 9 * day, to, path: '7.4.4000', type: 'warning_on', isOpen: true },
  ]);
  const end = row('alarm_off', to - 5 * minute, { forebear_pk: 4_000 });
  const back = row('device_online', to - 3 * minute, { forebear_pk: 4_001, full_sensor_id: null });
  expect(spansOf([end, back], window)).toEqual([
    { from: window.from, to: to - 5 * minute, path: '7.4.4000', type: 'alarm_on' },
    { from: window.from, to: to - 3 * minute, path: null, type: 'device_offline' },
  ]);
});

test('an end belongs to its beginning if that is known; events outside the window are left out', () => {
  const on = row('alarm_on', to - 30 * minute, { duration: 60 });
  const off = row('alarm_off', to - 29 * minute, { forebear_pk: on.id });
  expect(spansOf([off, on], window)).toHaveLength(1);
  expect(spansOf([row('alarm_on', to - 2 * day, { duration: 60 })], window)).toEqual([]);
  expect(spansOf([row('alarm_off', to - 2 * day, { forebear_pk: 4_002 })], window)).toEqual([]);
  expect(spansOf([row('alarm_on', to + minute, { is_active: true })], window)).toEqual([]);
  expect(spansOf([row('power_up', to - minute)], window)).toEqual([]);
});
