import { expect, it } from 'vitest';
import { type AlarmRow, firstOutOf } from './first-out.ts';

const row = (sensor: string, minute: number, more: Partial<AlarmRow> = {}): AlarmRow => ({
  full_sensor_id: sensor,
  event_type: 'alarm_on',
  date_created: new Date(Date.UTC(2026, 1, 3, 9, minute)).toISOString(),
  incident: 7,
  is_first_out: false,
  sensor_name: sensor,
  content: '',
  is_active: true,
  first_out: null,
  ...more,
});
const bearing = row('1.4.4000', 2, { is_first_out: true, first_out: { uncertain_seconds: null } });
const stopped = row('1.18.18000', 5);
const leg = ['1.18.18000', '1.4.4000'];

it('names the first alarm and what followed, not the follow-up', () => {
  expect(firstOutOf(leg, [stopped, bearing])).toEqual({
    first: bearing,
    isFirst: true,
    isUncertain: false,
    next: stopped,
  });
});

it('does not call an alarm first that another machine had before', () => {
  const found = firstOutOf(['2.1.1000'], [bearing, row('2.1.1000', 4)]);
  expect(found).toMatchObject({ isFirst: false, next: null });
  expect(found?.first.full_sensor_id).toBe('2.1.1000');
});

it('marks an uncertain order', () => {
  const unsure = { ...bearing, first_out: { uncertain_seconds: 2 } };
  expect(firstOutOf(leg, [unsure, stopped])?.isUncertain).toBe(true);
});

it('takes the earliest while no incident is known, and nothing without an alarm', () => {
  const alone = row('1.4.4000', 3, { incident: null });
  expect(firstOutOf(leg, [row('1.18.18000', 6, { incident: null }), alone])).toMatchObject({
    first: alone,
    isFirst: true,
  });
  expect(firstOutOf(leg, [row('1.4.4000', 3, { is_active: false })])).toBeNull();
  expect(firstOutOf(leg, [row('1.4.4000', 3, { event_type: 'warning_on' })])).toBeNull();
});
