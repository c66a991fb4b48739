import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { LiveDevice, LiveSensor } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/wall';
import { expect, test } from 'vitest';
import type { Device } from '../../../domain/plant.ts';
import { DeviceStore } from '../../../live/device-store.ts';
import { tileOf } from './tile-of.ts';

const now = 1_000_000;

const device = (over: Partial<Device> = {}): Device => ({
  id: DeviceId.parse(7),
  location: SiteId.parse(3),
  client: ClientId.parse(2),
  location_title: 'North',
  timezone: 'UTC',
  title: 'Leg 1',
  serial_number: 'SN7',
  code: null,
  device_type: '0300',
  type: shippedTypes['0300'],
  shown_type: shippedTypes['0300'],
  ip_address: null,
  udf_id: 'LEG1',
  is_suspended: false,
  is_site_suspended: false,
  is_online: true,
  is_emulated_as: null,
  state: 'Active',
  status: 'OK',
  last_seen: null,
  date_created: '2026-01-01T00:00:00Z',
  version: 1,
  removed_at: null,
  can_edit: true,
  can_manage: true,
  can_open: true,
  ...over,
});

const sensor = (id: string, over: Partial<LiveSensor> = {}): LiveSensor => ({
  Id: id,
  Name: `Sensor ${id}`,
  Type: 'NUMERIC',
  Value: 41.5,
  Status: 'OK',
  Alarm: false,
  Meta: { State: 'OK', Units: 'C' },
  At: now,
  Since: null,
  ...over,
});
const alarm = { Status: 'Alarm', Alarm: true, Meta: { State: 'Absolute', Units: 'C' }, Since: now - 60_000 } as const;

const storeOf = (sensors: readonly LiveSensor[], over: Partial<LiveDevice> = {}, online = true): DeviceStore => {
  const store = new DeviceStore(() => undefined);
  store.take({
    Id: '7',
    Name: 'Leg 1',
    Status: 'OK',
    Alarm: false,
    device: { deviceId: '7', udf_id: 'LEG1', deviceType: '0300', versionInfo: null, is_online: online },
    groups: [{ Id: '4', Name: 'Temperature', Meta: {}, sensors: [...sensors] }],
    frame_at: now,
    received_at: now,
    sent_at: now,
    stored_until: now,
    usual_interval: 2_000,
    notices: [],
    ...over,
  });
  return store;
};
const tile = (
  of: DeviceStore | undefined,
  { nodes = false, at = now, as = device(), first = null as string | null } = {},
) => tileOf(as, of, { nodes, now: at, words: texts, before: null, first });

test('is normal while a sensor reports OK', () => {
  expect(tile(storeOf([sensor('1'), sensor('2', { Value: null })]))).toMatchObject({ severity: 'ok' });
});

test('names the newest sensor in alarm, and counts the others', () => {
  const result = tile(storeOf([sensor('1', { ...alarm, Since: now - 90_000 }), sensor('2', alarm)]));
  expect(result).toMatchObject({ severity: 'alarm', sensor: 'Sensor 2', state: 'Absolute', more: 1 });
});

test('tells the age of what stands where the first has cleared', () => {
  const cleared = sensor('1', { Since: now - 4_000_000 });
  expect(tile(storeOf([cleared, sensor('2', alarm)]), { first: '4.1' })).toMatchObject({
    sensor: 'Sensor 1',
    since: now - 60_000,
  });
});

test('names the first alarm by the log instead of the newest', () => {
  const both = storeOf([sensor('1', { ...alarm, Since: now - 90_000 }), sensor('2', alarm)]);
  expect(tile(both, { first: '4.1' })).toMatchObject({ sensor: 'Sensor 1', more: 1 });
  expect(tile(both, { first: '4.9' })).toMatchObject({ sensor: 'Sensor 2' });
});

test('a normal device shows its chosen sensor, else its speed, else its warmest one, and no serial number', () => {
  const cold = sensor('1');
  const warm = sensor('2', { Value: 58.7 });
  expect(tile(storeOf([cold, warm]))).toMatchObject({ sensor: 'Sensor 2', value: { text: '58.7', unit: '°C' } });
  expect(tile(storeOf([cold, warm]), { as: device({ key_sensor: '4.1' }) })).toMatchObject({ sensor: 'Sensor 1' });
  const speed = { Id: '1', Name: 'Speed', Meta: {}, sensors: [sensor('1001', { Name: 'Calibrated speed' })] };
  const groups = [speed, { Id: '4', Name: 'Temperature', Meta: {}, sensors: [warm] }];
  expect(tile(storeOf([], { groups }))).toMatchObject({ sensor: 'Calibrated speed', path: '1.1001' });
  expect(JSON.stringify(tile(storeOf([warm])))).not.toMatch(/SN7|LEG1/);
});

test('a sensor of a node is named with its node', () => {
  const groups = [{ Id: '5', Name: 'Boot bearings', Meta: {}, sensors: [sensor('51', { Value: 50 })] }];
  expect(tile(storeOf([], { groups }), { nodes: true })).toMatchObject({ sensor: 'Boot bearings, Sensor 51' });
});

test('a shelved sensor is named on the tile of its device, with the end of the shelf', () => {
  const shelf = {
    sensor: '4.1',
    node: null,
    rule: null,
    covers_alarms: true,
    until: now + 3_600_000,
    by: 'Petra Lind',
  };
  expect(tile(storeOf([sensor('1'), sensor('2', { Value: 99 })], { shelves: [shelf] }))).toMatchObject({
    severity: 'ok',
    sensor: 'Sensor 1',
    held: { kind: 'shelved', full: expect.stringContaining('Petra Lind') },
  });
  const open = storeOf([sensor('1', { ...alarm, Since: now }), sensor('2', alarm)], { shelves: [shelf] });
  expect(tile(open)).toMatchObject({ severity: 'alarm', sensor: 'Sensor 2', held: null });
});

test('a sensor that is out of service gives its place to another one, and keeps its name beside its state', () => {
  const out = { path: '4.1', reason: 'Probe broken off', by: 'Petra Lind', since: now, review_at: now + 3_600_000 };
  const of = (...sensors: LiveSensor[]) => tile(storeOf(sensors, { out_of_service: [out] }));
  expect(of(sensor('1', { Value: 99 }), sensor('2'))).toMatchObject({
    sensor: 'Sensor 2',
    value: { text: '41.5' },
    held: { kind: 'out_of_service', sensor: 'Sensor 1', full: 'Probe broken off, Petra Lind' },
  });
  expect(of(sensor('1'))).toMatchObject({ sensor: 'Sensor 1', held: { sensor: 'Sensor 1' } });
});

test('a tile of a warning shows the sensor in warning, though another one was first', () => {
  const warned = sensor('2', { Status: 'WARNING', Value: 61 });
  expect(tile(storeOf([sensor('1'), warned]), { first: '4.1' })).toMatchObject({
    severity: 'warning',
    sensor: 'Sensor 2',
    value: { text: '61.0' },
  });
});

test('an alarm remains as last known while its device is offline; a warning gives way to offline', () => {
  expect(tile(storeOf([sensor('1', alarm)], {}, false))).toMatchObject({ severity: 'alarm', state: texts.asLastKnown });
  expect(tile(storeOf([sensor('1', { Status: 'WARNING' })], {}, false))).toMatchObject({ severity: 'offline' });
});

// spec: decisions 5 A device of which everything is refused shows 'Data refused', never OK
test('a device whose data is all refused is never OK', () => {
  const refused = { kind: 'refused', text: 'Data refused: The length is wrong', since: now - 5_000 } as const;
  expect(tile(storeOf([sensor('1')], { notices: [refused] }))).toMatchObject({
    severity: 'no-data',
    value: { text: 'Data refused' },
    since: now - 5_000,
  });
});

test('stale values are not OK, nor is a device without values', () => {
  expect(tile(storeOf([sensor('1')]), { at: now + 9_999 })).toMatchObject({ severity: 'ok' });
  expect(tile(storeOf([sensor('1')]), { at: now + 10_001 })).toMatchObject({ severity: 'stale' });
  expect(tile(storeOf([sensor('1', { Value: null })]))).toMatchObject({ severity: 'no-data' });
});

test('a lost node of an F500 is a warning with its name, as in the log', () => {
  const lost = { Value: null, Meta: { State: 'Lost Communication Between T500 and node', Units: 'C' } };
  const one = sensor('121', { ...lost, Status: 'Not Scanned' });
  const groups = [
    { Id: '5', Name: 'Boot bearings', Meta: {}, sensors: [sensor('51')] },
    { Id: '12', Name: 'Head bearings', Meta: {}, sensors: [one] },
  ];
  expect(tile(storeOf([], { groups }), { nodes: true })).toMatchObject({
    severity: 'warning',
    sensor: '12 Head bearings',
    value: { text: texts.lostNode },
    more: 0,
  });
});

test('a device without a feed has the status of the device list, and never a better one', () => {
  const states = [
    [{ status: 'OK' }, 'ok'],
    [{ status: 'Alarm' }, 'alarm'],
    [{ status: 'WARNING' }, 'warning'],
    [{ status: 'Not scanned' }, 'no-data'],
    [{ status: null }, 'no-data'],
    [{ state: 'Offline', status: 'OK' }, 'offline'],
  ] as const;
  for (const [over, severity] of states) {
    expect(tile(undefined, { as: device(over) })).toMatchObject({ severity });
    expect(tile(new DeviceStore(() => undefined), { as: device(over) })).toMatchObject({ severity });
  }
});

test('a device with a node that is not scanned is not OK, as on its dashboard', () => {
  const missed = sensor('121', {
    Value: null,
    Status: 'Not Scanned',
    Meta: { State: 'Sensor Not Scanned by T500', Units: 'C' },
  });
  const groups = [
    { Id: '5', Name: 'Boot bearings', Meta: {}, sensors: [sensor('51')] },
    { Id: '12', Name: 'Head bearings', Meta: {}, sensors: [missed] },
  ];
  expect(tile(storeOf([], { groups }), { nodes: true })).toMatchObject({
    severity: 'no-data',
    value: { text: 'Not Scanned' },
    line: '1 node not normal',
  });
});
