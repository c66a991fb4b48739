import { expect, test } from 'vitest';
import { alarmStories } from './alarm-story.ts';

type Row = Parameters<typeof alarmStories>[0][number];
const row = (id: number, over: Partial<Row> = {}): Row => ({
  id,
  device_id: 7,
  event_type: 'alarm_on',
  is_active: true,
  test: false,
  is_shelved: false,
  is_out_of_service: false,
  is_first_out: false,
  sensor_id: '4000',
  full_sensor_id: `7.4.${id}`,
  sensor_name: `Sensor ${id}`,
  device: 'Leg 3',
  notification_time: new Date(id * 1_000).toISOString(),
  acknowledged: null,
  ...over,
});

test('names the first-out alarm although an earlier one is active, what followed, and how many more', () => {
  const story = alarmStories([row(3), row(1), row(2, { is_first_out: true })]).get(7);
  expect(story).toEqual({
    event: 2,
    path: '4.2',
    isFirst: true,
    followedBy: { sensor: 'Sensor 1', at: 1_000 },
    more: 1,
    acknowledgedBy: null,
  });
});

test('without an incident the earliest is named, and not marked as the first', () => {
  expect(alarmStories([row(2), row(1)]).get(7)).toMatchObject({ event: 1, isFirst: false });
});

test('says who acknowledged', () => {
  const acknowledged = { by: 'Ruth Amsel', at: '2026-11-22T09:05:00Z', comment: '' };
  expect(alarmStories([row(1, { acknowledged })]).get(7)).toMatchObject({ acknowledgedBy: 'Ruth Amsel' });
});

test('warnings, tests, cleared and held-back alarms are left out', () => {
  const none = [
    row(1, { event_type: 'warning_on' }),
    row(2, { test: true }),
    row(3, { is_active: false }),
    row(4, { is_shelved: true }),
    row(5, { is_out_of_service: true }),
  ];
  expect(alarmStories(none).size).toBe(0);
});
