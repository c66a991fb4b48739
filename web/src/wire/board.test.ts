import type { LiveDevice, LiveSensor } from '@tocsin/contract/live';
import { expect, test } from 'vitest';
import { Board } from './board.ts';
import { isUnrecorded } from './recorded.ts';

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

/** A board whose animation frames come when the test says. */
const handBoard = () => {
  const draws: (() => void)[] = [];
  const board = new Board((draw) => draws.push(draw));
  return { board, draw: () => draws.splice(0).map((each) => each()).length };
};

test('tells a watcher at most once per animation frame, however many messages came', () => {
  const { board, draw } = handBoard();
  let told = 0;
  board.subscribeSensor('4.4000', () => told++);
  board.take(doc(1_000, sensor()));
  board.take(doc(3_000, sensor({ Value: 42, At: 3_000 })));
  board.take(doc(5_000, sensor({ Value: 43, At: 5_000 })));
  expect(told).toBe(0);
  expect(draw()).toBe(1);
  expect(told).toBe(1);
  expect(board.reading('4.4000')?.value).toBe(43);
});

test('keeps every point for the sparkline, also those that were never drawn', () => {
  const { board } = handBoard();
  for (let i = 1; i <= 5; i++) board.take(doc(i * 2_000, sensor({ Value: i, At: i * 2_000 })));
  expect([...board.ring('4.4000').read().values]).toEqual([1, 2, 3, 4, 5]);
});

test('a value that the frame did not bring makes no point and leaves the age as it is', () => {
  const { board } = handBoard();
  board.take(doc(2_000, sensor({ At: 2_000 })));
  board.take(doc(4_000, sensor({ At: 2_000 })));
  expect(board.ring('4.4000').read().length).toBe(1);
  expect(board.at('4.4000')).toBe(2_000);
});

test('gives back the same reading as long as nothing of it changes', () => {
  const { board } = handBoard();
  board.take(doc(2_000, sensor({ At: 2_000 })));
  const before = board.reading('4.4000');
  board.take(doc(4_000, sensor({ At: 4_000 })));
  expect(board.reading('4.4000')).toBe(before);
});

test('what stands around a number stays the same object while the number alone changes', () => {
  const { board } = handBoard();
  board.take(doc(2_000, sensor({ At: 2_000 })));
  const before = board.about('4.4000');
  board.take(doc(4_000, sensor({ Value: 42, At: 4_000 })));
  expect(board.about('4.4000')).toBe(before);
  expect(board.reading('4.4000')?.value).toBe(42);
  board.take(doc(6_000, sensor({ Value: null, At: 6_000 })));
  expect(board.about('4.4000')?.value).toBeNull();
  board.take(doc(8_000, sensor({ Value: null, Status: 'Alarm', Alarm: true, At: 8_000 })));
  expect(board.about('4.4000')?.alarm).toBe(true);
});

test('a sensor that is no longer listed is gone', () => {
  const { board, draw } = handBoard();
  let told = 0;
  board.take(doc(2_000, sensor(), sensor({ Id: '4001' })));
  draw();
  board.subscribeSensor('4.4001', () => told++);
  board.take(doc(4_000, sensor()));
  draw();
  expect(board.reading('4.4001')).toBeUndefined();
  expect(board.about('4.4001')).toBeUndefined();
  expect(told).toBe(1);
});

test('a value that holds has no age while the page hears the server, and that of the silence when it does not', () => {
  let now = 10_000;
  const board = new Board(() => undefined, { now: () => now, shown: () => now });
  const held = doc(1_000, sensor());
  board.take({ ...held, device: { ...held.device, rbe: true } });
  board.takeState('open');
  expect(board.judgedAt('4.4000')).toBeNull();
  board.takeState('down');
  now = 12_000;
  board.takeState('connecting');
  board.takeState('down');
  expect(board.judgedAt('4.4000')).toBe(10_000);
  board.takeState('open');
  expect(board.judgedAt('4.4000')).toBeNull();
  board.take(doc(3_000, sensor({ At: 3_000 })));
  expect(board.judgedAt('4.4000')).toBe(3_000);
});

// A device that speaks once a minute must not stand as recorded for a minute more, nor as not recorded once it is again.
test('is not being recorded when what is committed is behind the document, not only behind its frame', () => {
  const slow = { ...doc(1_000, sensor()), sent_at: 41_000 };
  expect(isUnrecorded({ ...slow, stored_until: 1_050 })).toBe(true);
  expect(isUnrecorded({ ...slow, stored_until: 41_000 })).toBe(false);
  expect(isUnrecorded({ ...slow, stored_until: 1_050, device: { ...slow.device, is_online: false } })).toBe(false);
  expect(isUnrecorded({ ...slow, stored_until: null, received_at: null })).toBe(false);
  expect(isUnrecorded(null)).toBe(false);
});
