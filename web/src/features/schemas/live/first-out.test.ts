import { expect, it } from 'vitest';
import { incidentOf } from '../../../domain/testing/incidents.ts';
import { row } from '../../../domain/testing/rows.ts';
import { firstOutOf } from './first-out.ts';

const now = Date.UTC(2026, 10, 20, 12, 30);
const bearing = row(1, { full_sensor_id: '1.4.4000' });
const stopped = row(2, {
  full_sensor_id: '1.18.18000',
  sensor_name: 'System state',
  content: 'Stopped: persistent alarm',
  value: null,
});
const leg = ['1.18.18000', '1.4.4000'];

it('names the first event, also after it cleared, and what followed in the words of the story', () => {
  const cleared = { ...bearing, is_active: false, duration: 60 };
  expect(firstOutOf(leg, [incidentOf([cleared, stopped])], now)).toEqual({
    first: cleared,
    alarmSince: Date.parse(stopped.date_created),
    clearedAt: Date.parse(cleared.date_created) + 60_000,
    place: 0,
    began: true,
    isFirst: true,
    isUncertain: false,
    followed: '06:02 Leg 1 stopped itself',
  });
});

it('tells a warning that came first from the alarm, which is active since it began', () => {
  const warning = { ...bearing, event_type: 'warning_on' as const };
  expect(firstOutOf(leg, [incidentOf([warning, stopped])], now)).toMatchObject({
    first: warning,
    alarmSince: Date.parse(stopped.date_created),
  });
});

it('of a warning that became an alarm of the same sensor it names the alarm, and that the machine stopped', () => {
  const warning = { ...bearing, event_type: 'warning_on' as const };
  const alarm = row(4, { full_sensor_id: '1.4.4000', date_created: '2026-11-20T12:01:30.000Z' });
  const found = firstOutOf(leg, [incidentOf([warning, alarm, stopped])], now);
  expect(found).toMatchObject({ first: alarm, isFirst: true, followed: '06:02 Leg 1 stopped itself' });
  expect(firstOutOf(leg, [incidentOf([warning, alarm])], now)).toMatchObject({ first: alarm, followed: null });
});

it('does not call an event first that another machine had before', () => {
  const other = row(3, { full_sensor_id: '2.1.1000' });
  const found = firstOutOf(['2.1.1000'], [incidentOf([bearing, other])], now);
  expect(found).toMatchObject({ first: other, began: false, isFirst: false });
});

it('marks an uncertain order', () => {
  const incident = incidentOf([bearing, stopped]);
  const unsure = { ...incident, facts: { ...incident.facts, uncertain: { event: 2, ms: 2_000 } } };
  expect(firstOutOf(leg, [unsure], now)?.isUncertain).toBe(true);
});

it('of an alarm alone it began there, but nothing is called first; without an active alarm there is none', () => {
  expect(firstOutOf(leg, [incidentOf([bearing])], now)).toMatchObject({ began: true, isFirst: false, followed: null });
  expect(firstOutOf(leg, [incidentOf([{ ...bearing, is_active: false }])], now)).toBeNull();
  expect(firstOutOf(leg, [incidentOf([{ ...bearing, event_type: 'warning_on' }])], now)).toBeNull();
  expect(firstOutOf(leg, [], now)).toBeNull();
});
