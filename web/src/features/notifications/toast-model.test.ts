import type { Notification, NotificationMessage } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { row } from '../../domain/testing/rows.ts';
import { detailOf, devicesIn, floodMs, grouped, maxToasts, shownMs, type Toast } from './toast-model.ts';

const message = (device: string, ...notifications: readonly Notification[]): NotificationMessage => ({
  notifications: [...notifications],
  device,
  location: 'Hutchinson Elevator',
  count: notifications.length,
});
const after = (messages: readonly NotificationMessage[]): readonly Toast[] =>
  messages.reduce<readonly Toast[]>((toasts, one, i) => grouped(toasts, one, i), []);

// spec: decisions 8 Alarms of the tested sensor appear in the log as tests
test('neither a test nor an acknowledgement shows a toast', () => {
  const acknowledged = { by: 'Ana Ruiz', at: '2026-11-20T12:00:00.000Z', comment: '' };
  expect(after([message('Leg 1', row(1, { test: true }), row(2, { acknowledged }))])).toEqual([]);
});

test('an alarm whose place in an incident is published shows no second toast', () => {
  const known = { ...message('Leg 1', row(1)), is_update: true };
  expect(after([known])).toEqual([]);
  expect(after([message('Leg 1', row(1)), known])[0]?.until).toBe(shownMs);
});

// spec: monitoring 9 toast 4 s
test('forty alarms of one device share one toast that counts up and closes four seconds after the last', () => {
  const toasts = after(Array.from({ length: 40 }, (_, i) => message('Mill', row(i))));
  expect(toasts).toHaveLength(1);
  expect(toasts[0]?.rows).toHaveLength(40);
  expect(toasts[0]?.until).toBe(39 + shownMs);
});

test('alarms of many devices at once share one toast, and none is lost', () => {
  const toasts = after(Array.from({ length: 40 }, (_, i) => message(`Leg ${i}`, row(i, { device_id: i }))));
  expect(toasts).toHaveLength(1);
  expect(toasts[0]?.rows.map((each) => each.id)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(devicesIn(toasts[0]?.rows ?? [])).toBe(40);
});

test('a few devices have one toast each, and an event is not shown twice', () => {
  const messages = Array.from({ length: maxToasts }, (_, i) => message(`Leg ${i}`, row(i, { device_id: i })));
  expect(after([...messages, ...messages])).toHaveLength(maxToasts);
});

// spec: decisions 6 a late alarm younger than 10 minutes that no live event covers is told once, marked late
test('a late alarm that the server publishes is shown', () => {
  expect(after([message('Leg 1', row(1, { late: true }))])).toHaveLength(1);
});

test('a flood that arrives in bursts keeps counting; a later event, or one after a single event, gets its own toast', () => {
  const scan = (from: number) => message('Mill', ...Array.from({ length: 14 }, (_, i) => row(from + i)));
  const first = grouped([], scan(0), 0);
  expect(grouped(first, scan(100), 10_000)[0]?.rows).toHaveLength(28);
  expect(grouped(first, scan(100), shownMs + floodMs)[0]?.rows).toHaveLength(14);
  const single = grouped([], message('Mill', row(1)), 0);
  expect(grouped(single, message('Mill', row(2)), 10_000)[0]?.rows.map((each) => each.id)).toEqual([2]);
});

test('says what happened and where, with one full stop between them', () => {
  expect(detailOf({ content: 'Absolute', location: 'North' })).toBe('Absolute. North');
  expect(detailOf({ content: 'Shelved for 8 h by Ann Vole: checked tomorrow.', location: 'North' })).toBe(
    'Shelved for 8 h by Ann Vole: checked tomorrow. North',
  );
  expect(detailOf({ content: '', location: 'North' })).toBe('North');
});
