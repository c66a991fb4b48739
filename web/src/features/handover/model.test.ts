import type { Handover, HandoverPoint } from '@tocsin/contract/handover';
import type { Notification } from '@tocsin/contract/live';
import { expect, it } from 'vitest';
import { incidentOf } from '../../domain/testing/incidents.ts';
import {
  clearedOf,
  factsOf,
  lanesOf,
  lastingText,
  lastMomentOf,
  marksOf,
  priorityOf,
  rowsOf,
  shortClauses,
  startsIn,
  takeOverText,
  titleOf,
  whoText,
} from './model.ts';

const event = (over: Partial<Notification>): Notification => ({
  id: 1,
  pk: 1,
  forebear_pk: null,
  date_created: '2026-11-20T08:00:00.000Z',
  received_at: '2026-11-20T08:00:00.000Z',
  notification_time: '2026-11-20T08:00:00.000Z',
  client: 'C',
  client_id: 1,
  location: 'S',
  location_id: 1,
  location_pk: 1,
  location_timezone: 'UTC',
  device: 'Leg 1',
  device_id: 1,
  device_pk: 1,
  full_sensor_id: null,
  sensor_id: null,
  sensor_name: 'Head bearing',
  event_type: 'alarm_on',
  event_type_label: 'Alarm Detected',
  content: 'Absolute',
  value: null,
  is_active: false,
  duration: 3600,
  late: false,
  test: false,
  color: 'none',
  url: '',
  needs_acknowledgement: true,
  is_shelved: false,
  is_out_of_service: false,
  priority: 'high',
  respond_within_minutes: null,
  incident: null,
  is_first_out: false,
  first_out: null,
  acknowledged: null,
  ...over,
});
const shift = (over: Partial<Handover>): Handover => ({
  site: { id: 1, title: 'S', timezone: 'UTC' },
  starts: ['06:00'],
  span: 'shift',
  mails: { day: false, week: false },
  from: '2026-11-20T06:00:00.000Z',
  to: '2026-11-20T16:00:00.000Z',
  as_of: '2026-11-20T11:00:00.000Z',
  is_current: true,
  previous: '2026-11-19T06:00:00.000Z',
  next: null,
  protected_month: null,
  counts: { alarms: 1, warnings: 0, offline: 0 },
  counts_before: { alarms: 0, warnings: 2, offline: 0 },
  points: [],
  events: [],
  records: [],
  takeovers: [],
  held_by: null,
  may_take_over: true,
  may_edit_shifts: false,
  ...over,
});

it('extends active events to now, and draws short ones with a visible width', () => {
  const events = [
    event({ id: 2, device: 'Leg 10', device_id: 10, is_active: true, duration: null }),
    event({ id: 1, duration: 1, event_type: 'device_offline', sensor_name: null, content: '' }),
  ];
  const at = Date.parse('2026-11-20T08:00:00.000Z');
  expect(lanesOf(shift({ events }), [{ id: 7, title: 'Bin room' }])).toEqual([
    { device: 'Bin room', bars: [] },
    {
      device: 'Leg 1',
      bars: [{ key: 1, kind: 'offline', left: 0.2, width: 0.004, at, until: at + 1_000, text: 'Device Offline' }],
    },
    {
      device: 'Leg 10',
      bars: [
        { key: 2, kind: 'alarm', left: 0.2, width: 0.3, at, until: at + 3 * 3_600_000, text: 'Head bearing: Absolute' },
      ],
    },
  ]);
});

it('tells what cleared and is no point, alarms first, then the longest, those of a sensor together', () => {
  const warning = { event_type: 'warning_on', device: 'Bin room', device_id: 2, full_sensor_id: '2.3.1' } as const;
  const events = [
    event({ ...warning, id: 1, sensor_name: 'Humidity', content: 'above 70 %', duration: 6_000 }),
    event({ ...warning, id: 2, sensor_name: 'Humidity', content: 'above 70 %', duration: 60 }),
    event({ id: 3, duration: 23 }),
    event({ id: 4, is_active: true, duration: null }),
    event({ id: 5, test: true }),
    event({ id: 6 }),
  ];
  const points = [point({ notification: event({ id: 6 }) })];
  expect(clearedOf({ events, points }).map(({ kind, title, text }) => [kind, title, text])).toEqual([
    ['alarm', 'Leg 1, Head bearing', 'Alarm: Absolute, for 23 s, cleared'],
    ['warning', 'Bin room, Humidity', 'Warning: above 70 %, 2 times, the longest for 1 h 40 min, cleared'],
  ]);
});

it('calls a stop by what happened, in its point and on the axis', () => {
  const notification = event({ sensor_name: 'System state', content: 'Stopped: persistent alarm' });
  expect(titleOf(point({ kind: 'happened', what: 'System state', notification }))).toBe('Leg 1 stopped itself');
  expect(lanesOf(shift({ events: [notification] }), [])[0]?.bars[0]?.text).toBe('Leg 1 stopped itself');
  expect(titleOf(point({}))).toBe('Leg 1, Head bearing');
});

it('marks notes, tests and other records, oldest first', () => {
  const record = { device: 'Leg 1', what: '', comment: '', by: 'PL' };
  const records = [
    { ...record, kind: 'note' as const, at: '2026-11-20T11:00:00.000Z', comment: 'Dry' },
    { ...record, kind: 'change' as const, at: '2026-11-20T09:00:00.000Z' },
    { ...record, kind: 'test' as const, at: '2026-11-20T07:00:00.000Z', what: 'Rub block' },
  ];
  expect(marksOf(shift({ records })).map(({ left, text }) => [left, text])).toEqual([
    [0.1, 'Proof test, Leg 1, Rub block'],
    [0.5, 'Note, Leg 1, Dry'],
  ]);
});

const point = (over: Partial<HandoverPoint>): HandoverPoint => ({
  key: 'a',
  kind: 'active',
  held_back: null,
  priority: null,
  device: 'Leg 1',
  device_id: 1,
  what: 'Head bearing',
  why: '',
  since: '2026-11-20T09:00:00.000Z',
  until: null,
  who: null,
  notification: null,
  ...over,
});

it('says how long a point has lasted, how long it is held back, and when it is due', () => {
  const now = Date.parse('2026-11-20T11:00:00.000Z');
  const later = '2026-11-20T12:30:00.000Z';
  expect(lastingText(point({}), now)).toBe('2 h');
  expect(lastingText(point({ kind: 'unacknowledged' }), now)).toBe('2 h ago');
  expect(lastingText(point({ kind: 'shelved', until: later }), now)).toBe('1 h 30 min left');
  expect(lastingText(point({ kind: 'out_of_service', until: later }), now)).toBe('Review in 1 h 30 min');
  expect(lastingText(point({ kind: 'out_of_service', until: '2026-11-19T00:00:00.000Z' }), now)).toBe('Review is due');
});

it('counts what is out of service for the current shift only', () => {
  const labels = (over: Partial<Handover>) => factsOf(shift(over)).map(({ label }) => label);
  expect(labels({})).toContain('out of service');
  expect(labels({ is_current: false })).not.toContain('out of service');
  expect(factsOf(shift({})).slice(0, 2)).toEqual([
    { label: 'alarm', value: 1, before: 0 },
    { label: 'warnings', value: 0, before: 2 },
  ]);
});

it('keeps whole clauses of a long story: what is now, and from the beginning what fits', () => {
  const clause = (kind: 'cause' | 'consequence' | 'trend', text: string) => ({ at: null, time: '', kind, text });
  const now = clause('trend', 'Head bearing left now 83.9 °C, rising 54.8 °C in 5 min');
  const first = clause('cause', 'First: Head bearing left of Leg 1: warning, 71.3 °C');
  const then = clause('consequence', 'Head bearing left: alarm from the controller, 80 °C');
  expect(shortClauses([first, then, now])).toEqual([first, now]);
  expect(shortClauses([first, now])).toEqual([first, now]);
  const long = clause('cause', 'x'.repeat(200));
  expect(shortClauses([long, then])).toEqual([long]);
  expect(shortClauses([long, now])).toEqual([now]);
});

it('reads typed times', () => {
  expect(startsIn(' 06:00, 14:00  22:00,')).toEqual(['06:00', '14:00', '22:00']);
});

it('starts a note with now, or with the last minute of a shift that is over, on the clock of the site', () => {
  const site = { id: 1, title: 'North', timezone: 'America/Denver' };
  const to = '2026-11-20T13:00:00.000Z';
  expect(lastMomentOf({ is_current: true, to, site })).toBe('');
  expect(lastMomentOf({ is_current: false, to, site })).toBe('2026-11-20T05:59');
});

it('has one row for each incident, at the place of its most urgent point', () => {
  const [first, then, alone] = [event({ id: 1 }), event({ id: 2 }), event({ id: 3 })];
  const of = (notification: Notification): HandoverPoint => ({
    key: `event-${notification.id}`,
    kind: 'active',
    device: 'Leg 1',
    device_id: 1,
    what: '',
    why: '',
    who: null,
    since: notification.date_created,
    until: null,
    priority: null,
    held_back: null,
    notification,
  });
  const incident = incidentOf([first, then]);
  expect(rowsOf([of(then), of(alone), of(first)], [incident, incidentOf([alone])])).toEqual([
    { point: of(then), incident },
    { point: of(alone), incident: null },
  ]);
  // Those of open incidents in their order, which is that of the banner; others keep their place.
  const known = [incidentOf([alone]), incident];
  const over = of(event({ id: 4 }));
  expect(rowsOf([of(then), over, of(alone)], known).map((one) => one.point)).toEqual([of(alone), over, of(then)]);
});

it('begins with what stands, and names an incident by what stands of it', () => {
  const [stop, warning] = [event({ id: 1 }), event({ id: 2, event_type: 'warning_on', is_active: true })];
  const over = point({ kind: 'happened', notification: event({ id: 3 }) });
  const [was, is] = [
    point({ kind: 'unacknowledged', notification: stop }),
    point({ kind: 'active', notification: warning }),
  ];
  const incident = incidentOf([stop, warning]);
  expect(rowsOf([over, was, is], [incident])).toEqual([
    { point: is, incident },
    { point: over, incident: null },
  ]);
});

it('has the worst priority of what stands in an incident', () => {
  const [high, critical] = [event({ id: 1, is_active: true }), event({ id: 2, priority: 'critical' })];
  const of = (...events: Notification[]) => priorityOf({ point: point({}), incident: incidentOf(events) });
  expect(of(high, critical)).toBe('high');
  expect(of({ ...high, is_active: false }, critical)).toBe('critical');
  expect(priorityOf({ point: point({ priority: 'low' }), incident: null })).toBe('low');
});

it('says one thing about who has an incident: a name, nobody, or who which of its events', () => {
  const acknowledged = { by: 'Dale Novak', at: '2026-11-20T08:04:00.000Z', comment: '' };
  const whoOf = (...events: Notification[]) =>
    whoText({ point: { who: null } as HandoverPoint, incident: incidentOf(events) });
  expect(whoOf(event({ id: 1 }), event({ id: 2 }))).toBe('Nobody acknowledged');
  const stop = event({ id: 2, sensor_name: 'System state', content: 'Stopped: persistent alarm' });
  expect(whoOf(event({ id: 1, acknowledged }), stop)).toBe('Dale Novak acknowledged Head bearing, nobody the stop');
  expect(whoOf(event({ id: 1, acknowledged }), event({ id: 2, acknowledged }))).toBe('Dale Novak');
  // A warning needs no acknowledgement, and has none that was given before it began.
  const warning = event({ id: 3, event_type: 'warning_on', is_active: true, needs_acknowledgement: false });
  expect(whoOf(event({ id: 1, acknowledged }), { ...warning, date_created: '2026-11-20T08:05:00.000Z' })).toBe(
    'Nobody acknowledged',
  );
  expect(whoText({ point: { who: 'Sam Ortega' } as HandoverPoint, incident: null })).toBe('Sam Ortega');
  // A device that never reported has nothing to acknowledge.
  expect(whoText({ point: point({ kind: 'never_reported', who: null, notification: null }), incident: null })).toBe('');
});

it('names from whom the shift is taken over, unless that is the reader', () => {
  expect(takeOverText('Dale Novak', 'Sam Ortega')).toBe('Take over from Dale Novak');
  expect(takeOverText('Dale Novak', 'Dale Novak')).toBe('Take over');
  expect(takeOverText(null, 'Dale Novak')).toBe('Take over');
});
