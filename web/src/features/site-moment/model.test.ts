import type { LiveSensor } from '@tocsin/contract/live';
import type { DeviceAtMoment } from '@tocsin/contract/site-moment';
import { expect, test } from 'vitest';
import { chosenMoment, deviceRows, distanceText, fieldsOf } from './model.ts';
import { siteMomentSearch } from './search.ts';

const at = Date.parse('2026-11-20T03:12:00Z');
const sensor = (Name: string, over: Partial<LiveSensor> = {}): LiveSensor => ({
  Id: Name,
  Name,
  Type: 'NUMERIC',
  Value: 20.5,
  Status: 'OK',
  Alarm: false,
  Meta: { State: '', Units: 'C' },
  At: at - 2_000,
  Since: null,
  ...over,
});
const device = (sensors: LiveSensor[], over: Partial<DeviceAtMoment> = {}): DeviceAtMoment => ({
  id: 1,
  title: 'Leg 1',
  device_type: '0300',
  alarms: 0,
  warnings: 0,
  offline_since: null,
  document: {
    Id: '1',
    Name: 'Leg 1',
    Status: 'OK',
    Alarm: false,
    device: { deviceId: '1', udf_id: null, deviceType: '0300', versionInfo: null, is_online: true },
    groups: [{ Id: '4', Name: 'Temperature', Meta: {}, sensors }],
    frame_at: at - 2_000,
    received_at: at - 1_000,
    sent_at: at,
    stored_until: at,
    usual_interval: 2_000,
    notices: [],
  },
  ...over,
});

test('what was not normal comes first, worst first, each with its value and the age of older ones', () => {
  const rows = deviceRows(
    device([
      sensor('ambient'),
      sensor('warm', { Status: 'WARNING', Value: 61, Meta: { State: '', Units: 'C' } }),
      sensor('belt', { Alarm: true, Status: 'Alarm', Meta: { State: 'Absolute', Units: 'C' }, At: at - 90_000 }),
    ]),
    at,
  );
  expect(rows.severity).toBe('alarm');
  expect(rows.notable.map(({ name, severity, value, state, age }) => [name, severity, value, state, age])).toEqual([
    ['belt', 'alarm', '20.5 °C', 'Absolute', '1 min before'],
    ['warm', 'warning', '61.0 °C', '', ''],
  ]);
  expect(rows.others.map(({ name, age }) => [name, age])).toEqual([['ambient', '']]);
});

test('values of a device that was offline are marked, and old ones are stale unless it reports by exception', () => {
  const old = [sensor('a', { At: at - 60_000 }), sensor('b', { At: null })];
  expect(
    deviceRows(device(old, { offline_since: '2026-11-20T03:00:00.000Z' }), at).notable.map((r) => r.severity),
  ).toEqual(['offline', 'offline']);
  const online = device(old);
  expect(deviceRows(online, at).notable.map(({ name, severity }) => [name, severity])).toEqual([['a', 'stale']]);
  expect(deviceRows(online, at).others.map(({ age }) => age)).toEqual(['earlier']);
  const { document } = online;
  const exceptional = document && { ...document, device: { ...document.device, rbe: true } };
  expect(deviceRows({ ...online, document: exceptional }, at).notable).toEqual([]);
});

test('of a device of which all were normal the hottest come first', () => {
  const flow = sensor('flow', { Meta: { State: '', Units: 'PPM' }, Value: 230 });
  const rows = deviceRows(
    device([flow, sensor('cool'), sensor('hot', { Value: 40 }), sensor('mild'), sensor('off', { Status: 'Disabled' })]),
    at,
  );
  expect(rows.foremost.map(({ name }) => name)).toEqual(['hot', 'cool', 'mild']);
  expect(rows.others.map(({ name }) => name)).toEqual(['flow', 'off']);
});

test('a device that had never sent has no data and no sensors', () => {
  expect(deviceRows(device([], { document: null }), at)).toEqual({
    severity: 'no-data',
    notable: [],
    foremost: [],
    others: [],
  });
});

test('an event shows its distance from the moment', () => {
  expect([-125_000, 0, 999, 40_000].map((apart) => distanceText(at + apart, at))).toEqual([
    '2 min before',
    'at this moment',
    'at this moment',
    '40 s after',
  ]);
});

test('an address names a moment in UTC; anything else is left out', () => {
  expect(siteMomentSearch({ at: '2026-11-20T03:12:00-07:00' })).toEqual({ at: '2026-11-20T10:12:00.000Z' });
  expect(siteMomentSearch({ at })).toEqual({ at: '2026-11-20T03:12:00.000Z' });
  for (const wrong of ['yesterday', '', 9e15, null, undefined, {}]) expect(siteMomentSearch({ at: wrong })).toEqual({});
});

test('the fields keep the seconds of a moment until they are changed', () => {
  const alarm = Date.parse('2026-11-30T09:37:24.512Z');
  const shown = fieldsOf(alarm, 'America/Chicago');
  expect(shown).toEqual({ date: '2026-11-30', time: '03:37:24' });
  expect(chosenMoment(alarm, shown, 'America/Chicago')).toBe(alarm);
  expect(chosenMoment(alarm, { ...shown, time: '03:38' }, 'America/Chicago')).toBe(Date.parse('2026-11-30T09:38:00Z'));
  expect(fieldsOf(Date.parse('2026-11-30T09:37:00Z'), 'America/Chicago').time).toBe('03:37');
});
