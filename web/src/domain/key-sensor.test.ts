import type { LiveSensor } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { DeviceStore } from '../live/device-store.ts';
import { keySensorOf } from './key-sensor.ts';

const now = 1_000_000;
const sensor = (id: string, over: Partial<LiveSensor>): LiveSensor => ({
  Id: id,
  Name: `Sensor ${id}`,
  Type: 'NUMERIC',
  Value: 40,
  Status: 'OK',
  Alarm: false,
  Meta: { State: 'OK', Units: 'C' },
  At: now,
  Since: null,
  ...over,
});
const storeOf = (...sensors: readonly LiveSensor[]): DeviceStore => {
  const store = new DeviceStore(() => undefined);
  store.take({
    Id: '7',
    Name: 'Mill',
    Status: 'OK',
    Alarm: false,
    device: { deviceId: '7', udf_id: null, deviceType: 'F500', versionInfo: null, is_online: true },
    groups: [{ Id: '4', Name: 'Temperature', Meta: {}, sensors: [...sensors] }],
    frame_at: now,
    received_at: now,
    sent_at: now,
    stored_until: now,
    usual_interval: 2_000,
    notices: [],
  });
  return store;
};

test('the warmest sensor stays until another is clearly warmer', () => {
  const nearly = storeOf(sensor('1', { Value: 50 }), sensor('2', { Value: 51.9 }));
  expect(keySensorOf(nearly, null, null)).toBe('4.2');
  expect(keySensorOf(nearly, null, '4.1')).toBe('4.1');
  expect(keySensorOf(storeOf(sensor('1', { Value: 50 }), sensor('2', { Value: 52 })), null, '4.1')).toBe('4.2');
});

test('without a temperature the first number counts; disabled sensors and words never do', () => {
  const others = storeOf(
    sensor('1', { Type: 'BOOL', Value: 1, Meta: { State: 'Closed', Units: '' } }),
    sensor('2', { Status: 'Disabled' }),
    sensor('3', { Meta: { State: 'OK', Units: 'A' } }),
  );
  expect(keySensorOf(others, null, null)).toBe('4.3');
  expect(keySensorOf(storeOf(sensor('1', { Value: null })), null, null)).toBeNull();
});

test('a chosen sensor that the device no longer has is ignored', () => {
  expect(keySensorOf(storeOf(sensor('1', {})), '4.9', null)).toBe('4.1');
});
