import type { LiveGroup, LiveSensor } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { DeviceStore } from '../../../live/device-store.ts';
import { visibleSections } from './visible-sections.ts';

const now = 1_000_000;
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
const group = (id: string, name: string, ...sensors: readonly LiveSensor[]): LiveGroup => ({
  Id: id,
  Name: name,
  Meta: {},
  sensors: [...sensors],
});

const shownOf = (groups: readonly LiveGroup[], alarmedFirst: boolean) => {
  const store = new DeviceStore(() => undefined);
  store.take({
    Id: '7',
    Name: 'Leg 1',
    Status: 'OK',
    Alarm: false,
    device: { deviceId: '7', udf_id: 'LEG1', deviceType: '0300', versionInfo: null, is_online: true },
    groups: [...groups],
    frame_at: now,
    received_at: now,
    sent_at: now,
    stored_until: now,
    usual_interval: 2_000,
    notices: [],
  });
  const head = store.device();
  if (head === null) throw new Error('no document was taken');
  return visibleSections(store, head, 'active', alarmedFirst, now);
};

const hot = { Status: 'Alarm', Alarm: true, Meta: { State: 'Absolute', Units: 'C' }, Since: now - 60_000 } as const;
const plant = [
  group('1', 'Speed', sensor('1')),
  group('3', 'Alignment:Head', sensor('30'), sensor('31', { Status: 'WARNING' })),
  group('4', 'Temperature', sensor('40'), sensor('41'), sensor('42', hot)),
];
const names = (alarmedFirst: boolean) =>
  shownOf(plant, alarmedFirst).map(({ name, cards }) => `${name}: ${cards.map(({ path }) => path).join(' ')}`);

test('keeps the order of the device', () => {
  expect(names(false)).toEqual(['Speed: 1.1', 'Alignment:Head: 3.30 3.31', 'Temperature: 4.40 4.41 4.42']);
});

test('alarmed first: groups and their cards by alarm, then warning, and otherwise as they were', () => {
  expect(names(true)).toEqual(['Temperature: 4.42 4.40 4.41', 'Alignment:Head: 3.31 3.30', 'Speed: 1.1']);
});

test('contacts, states and the whole System group are half as high', () => {
  const contact = { Type: 'BOOL', Value: 0, Meta: { State: 'Contact Open', Units: '' } } as const;
  const groups = [group('18', 'System', sensor('1')), group('5', 'Plug', sensor('50', contact), sensor('51'))];
  expect(shownOf(groups, false).map(({ cards }) => cards.map(({ isHalf }) => isHalf))).toEqual([[true], [true, false]]);
});

test('a tripped relay makes its section not normal, though its sensors are OK', () => {
  const relay = (State: string) => sensor('18001', { Type: 'BOOL', Value: 1, Meta: { State, Units: '' } });
  const textOf = (State: string) => shownOf([group('18', 'System', sensor('1'), relay(State))], false)[0]?.text;
  expect(textOf('Normal')).toBe('');
  expect(textOf('Tripped')).toBe('Not normal');
});
