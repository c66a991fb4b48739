import type { LiveDevice, LiveSensor } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { DeviceStore } from './device-store.ts';
import { isNotRecorded } from './recording.ts';

const sensor = (over: Partial<LiveSensor> = {}): LiveSensor => ({
  Id: '4000',
  Name: 'Head bearing left',
  Type: 'NUMERIC',
  Value: 41.5,
  Status: 'OK',
  Alarm: false,
  Meta: { State: 'OK', Units: 'C' },
  At: 1_000,
  Since: null,
  ...over,
});

const doc = (frameAt: number, ...sensors: readonly LiveSensor[]): LiveDevice => ({
  Id: '7',
  Name: 'Leg 1',
  Status: 'OK',
  Alarm: false,
  device: { deviceId: '7', udf_id: 'WD000123', deviceType: '0300', versionInfo: '4.8.2', is_online: true },
  groups: [{ Id: '4', Name: 'Temperature', Meta: {}, sensors: [...sensors] }],
  frame_at: frameAt,
  received_at: frameAt + 50,
  sent_at: frameAt + 60,
  stored_until: frameAt,
  usual_interval: 2_000,
  notices: [],
});

/** A store whose animation frames are triggered by the test. */
const storeWithClock = () => {
  const draws: (() => void)[] = [];
  const store = new DeviceStore((draw) => draws.push(draw));
  return { deviceStore: store, draw: () => draws.splice(0).map((each) => each()).length };
};

test('notifies a subscriber at most once per animation frame, however many messages arrived', () => {
  const { deviceStore: store, draw } = storeWithClock();
  let calls = 0;
  store.subscribeSensor('4.4000', () => calls++);
  store.take(doc(1_000, sensor()));
  store.take(doc(3_000, sensor({ Value: 42, At: 3_000 })));
  store.take(doc(5_000, sensor({ Value: 43, At: 5_000 })));
  expect(calls).toBe(0);
  expect(draw()).toBe(1);
  expect(calls).toBe(1);
  expect(store.reading('4.4000')?.value).toBe(43);
});

test('keeps every point for the sparkline, including those never drawn', () => {
  const { deviceStore: store } = storeWithClock();
  for (let i = 1; i <= 5; i++) store.take(doc(i * 2_000, sensor({ Value: i, At: i * 2_000 })));
  expect([...store.ring('4.4000').read().values]).toEqual([1, 2, 3, 4, 5]);
});

test('a state that is only a word is drawn as a contact is, in alarm above', () => {
  const { deviceStore: store } = storeWithClock();
  const state = (State: string, Alarm: boolean) =>
    sensor({ Type: 'ENUM', Value: null, Alarm, Meta: { ...sensor().Meta, State } });
  store.take(doc(1_000, { ...state('RUN', false), At: 1_000 }));
  store.take(doc(3_000, { ...state('FAULT', true), At: 3_000 }));
  store.take(doc(5_000, { ...state('Bad quality', false), At: 5_000 }));
  expect([...store.ring('4.4000').read().values]).toEqual([-1, 1, Number.NaN]);
});

test('a value that the frame did not contain adds no point and keeps its age', () => {
  const { deviceStore: store } = storeWithClock();
  store.take(doc(2_000, sensor({ At: 2_000 })));
  store.take(doc(4_000, sensor({ At: 2_000 })));
  expect(store.ring('4.4000').read().length).toBe(1);
  expect(store.at('4.4000')).toBe(2_000);
});

test('returns the same reading object until it changes', () => {
  const { deviceStore: store } = storeWithClock();
  store.take(doc(2_000, sensor({ At: 2_000 })));
  const before = store.reading('4.4000');
  store.take(doc(4_000, sensor({ At: 4_000 })));
  expect(store.reading('4.4000')).toBe(before);
});

test('the details around a number keep their identity while only the number changes', () => {
  const { deviceStore: store } = storeWithClock();
  store.take(doc(2_000, sensor({ At: 2_000 })));
  const before = store.about('4.4000');
  store.take(doc(4_000, sensor({ Value: 42, At: 4_000 })));
  expect(store.about('4.4000')).toBe(before);
  expect(store.reading('4.4000')?.value).toBe(42);
  store.take(doc(6_000, sensor({ Value: null, At: 6_000 })));
  expect(store.about('4.4000')?.value).toBeNull();
  store.take(doc(8_000, sensor({ Value: null, Status: 'Alarm', Alarm: true, At: 8_000 })));
  expect(store.about('4.4000')?.alarm).toBe(true);
});

test('a sensor that is no longer listed is removed', () => {
  const { deviceStore: store, draw } = storeWithClock();
  let calls = 0;
  store.take(doc(2_000, sensor(), sensor({ Id: '4001' })));
  draw();
  store.subscribeSensor('4.4001', () => calls++);
  store.take(doc(4_000, sensor()));
  draw();
  expect(store.reading('4.4001')).toBeUndefined();
  expect(store.about('4.4001')).toBeUndefined();
  expect(calls).toBe(1);
});

test('a value that holds has no age while the page is connected, and the age of the disconnection otherwise', () => {
  let now = 10_000;
  const store = new DeviceStore(() => undefined, { now: () => now, shown: () => now });
  const held = doc(1_000, sensor());
  store.take({ ...held, device: { ...held.device, rbe: true } });
  store.setSocketState('open');
  expect(store.ageReference('4.4000')).toBeNull();
  store.setSocketState('down');
  now = 12_000;
  store.setSocketState('connecting');
  store.setSocketState('down');
  expect(store.ageReference('4.4000')).toBe(10_000);
  store.setSocketState('open');
  expect(store.ageReference('4.4000')).toBeNull();
  store.take(doc(3_000, sensor({ At: 3_000 })));
  expect(store.ageReference('4.4000')).toBe(3_000);
});

// A device that reports once a minute must not be shown as recorded, or not recorded, for another minute.
test('is not being recorded if the committed time is behind the document, not just behind its frame', () => {
  const slow = { ...doc(1_000, sensor()), sent_at: 41_000 };
  expect(isNotRecorded({ ...slow, stored_until: 1_050 })).toBe(true);
  expect(isNotRecorded({ ...slow, stored_until: 41_000 })).toBe(false);
  expect(isNotRecorded({ ...slow, stored_until: 1_050, device: { ...slow.device, is_online: false } })).toBe(false);
  expect(isNotRecorded({ ...slow, stored_until: null, received_at: null })).toBe(false);
  expect(isNotRecorded(null)).toBe(false);
});
