import type { LiveSensor } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { DeviceStore } from '../../../live/device-store.ts';
import { lastKnown, liveTicks, sections } from './model.ts';

const group = (id: string, name: string, ...paths: readonly string[]) => ({ id, name, active: true, paths });

test('shows groups in the specified order, unknown ones after them by id, equal names together', () => {
  const result = sections([
    group('40', 'Zebra', 'z'),
    group('9', 'Aux', 'a'),
    group('21', 'System', '21.21000'),
    group('4', 'Temperature', 't'),
    group('18', 'System', '18.18000'),
    group('1', 'Speed', 's'),
  ]);
  expect(result.map((section) => section.name)).toEqual(['System', 'Speed', 'Temperature', 'Aux', 'Zebra']);
  expect(result[0]?.paths).toEqual(['18.18000', '21.21000']);
});

test('the live sign has a dot for each missed frame', () => {
  expect(liveTicks([0, 2_000, 6_000, 8_000], 2_000, 9_000)).toEqual([true, true, false, true, true]);
  expect(liveTicks([0], 2_000, 10_000)).toEqual([true, false, false, false]);
  expect(liveTicks([0], 2_000, 3_000)).toEqual([true]);
});

test('a lost node has the values that it sent last, with the newest of their times', () => {
  const store = new DeviceStore(() => undefined);
  const sensor = (Id: string, Value: number | null, over: Partial<LiveSensor> = {}): LiveSensor => ({
    Id,
    Name: Id,
    Type: 'NUMERIC',
    Value,
    Status: 'OK',
    Alarm: false,
    Meta: { State: 'OK', Units: 'C' },
    At: null,
    Since: null,
    ...over,
  });
  const take = (at: number, sensors: readonly LiveSensor[]): void =>
    store.take({
      Id: '7',
      Name: 'Feed mill',
      Status: 'OK',
      Alarm: false,
      device: { deviceId: '7', udf_id: null, deviceType: 'F500', versionInfo: null, is_online: true },
      groups: [{ Id: '12', Name: 'Conv 2 tail', Meta: {}, sensors: [...sensors] }],
      frame_at: at,
      received_at: at,
      sent_at: at,
      stored_until: at,
      usual_interval: 5_000,
      notices: [],
    });
  const paths = ['12.1', '12.2', '12.3', '12.4'];
  const amperes = { Meta: { State: 'OK', Units: 'A' } };
  take(5_000, [sensor('1', 17.14), sensor('2', 18.5), sensor('3', null), sensor('4', 62.5, amperes)]);
  expect(lastKnown(store, paths)).toEqual({ at: 5_000, text: '17.1, 18.5 °C, 62.5 A' });
  const silent = { Status: 'Not Scanned' };
  take(10_000, [sensor('1', null, silent), sensor('2', null, silent), sensor('3', null, silent), sensor('4', null)]);
  expect(lastKnown(store, paths)?.at).toBe(5_000);
  expect(lastKnown(store, ['12.3'])).toBeNull();
});
