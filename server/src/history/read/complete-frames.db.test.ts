import { shippedTypes } from '@tocsin/contract/device-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import {
  device,
  deviceStateRow,
  emptyCatalog,
  frame,
  putStored,
  recordingCallbacks,
  runCompactionJob,
  t0,
} from '../../pipeline/4-persist/testing/persist.ts';
import { type AcceptedFrame, ALARM, ALL_SENT, SENT } from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { hourMs } from '../codec/hour.ts';
import { Compactor } from '../compact/compactor.ts';
import { HistoryThread } from './history.ts';

const database = testDatabase();
const log = createLog('error');
const minute = 60_000;
const clock = drivenClock(t0);
const texts = ['', 'Bad value', 'Other', 'OK'];
let history: HistoryThread;

const sensor = (sensorId: string) => ({
  groupId: '4',
  sensorId,
  name: `Sensor ${sensorId}`,
  type: 'NUMERIC' as const,
  unit: 'C',
  states: {},
});
const layout = (n: number, layoutId: number, ids: readonly string[]) => ({
  deviceId: device(n),
  layoutId,
  hash: `h${layoutId}`,
  groups: [{ id: '4', name: 'Temperature', meta: {} }],
  sensors: ids.map(sensor),
});
/** A frame with every value sent. */
const sentFrame = (ts: number, values: readonly number[], more: Partial<AcceptedFrame> = {}): AcceptedFrame =>
  frame({ n: values.length, ts, seq: ts, values: Float64Array.from(values), ...more });
/** The value of the first sensor only, as a report by exception sends it. */
const firstAlone = (ts: number, value: number, layoutId: number, of = 2): AcceptedFrame =>
  sentFrame(ts, [value, ...new Array<number>(of - 1).fill(Number.NaN)], {
    layoutId,
    state: new Uint16Array(of),
    flags: Uint8Array.from({ length: of }, (_, at) => (at === 0 ? SENT : 0)),
  });

beforeAll(async () => {
  const writer = new FrameWriter({
    address: database.address,
    log,
    clock,
    catalog: emptyCatalog,
    bounds: { gatherMs: 1 },
  });
  const newest = new Map([[3, 31]]);
  await writer.start(
    recordingCallbacks((id) => deviceStateRow(id, { texts, layoutId: newest.get(Number(id)) ?? Number(id) })).callbacks,
  );
  const put = (overrides: Parameters<typeof putStored>[1]) => putStored(writer, overrides);
  const hours = new Compactor({
    pool: database.pool,
    log,
    retention: { fullDays: 400, slotsDays: 3_650 },
    dependencies: {
      evaluateHour: ({ frames }) => ({ frames, end: '', insert: [], ends: [], moves: [], remove: [], merges: [] }),
      device: async () => null,
      committed: () => {},
      now: () => clock.now(),
    },
  });
  // Device 1: its first hour is written, the next two are not.
  await put({ deviceId: device(1), layout: layout(1, 1, ['a', 'b']), hasDeviceState: true });
  const alarmed = { layoutId: 1, flags: Uint8Array.of(ALL_SENT, ALL_SENT | ALARM), state: Uint16Array.of(3, 3) };
  await put({ deviceId: device(1), lateFrames: [sentFrame(t0 + 50 * minute, [10, 20], alarmed)] });
  clock.advanceTo(t0 + hourMs + 20 * minute);
  await runCompactionJob(hours, database.pool);
  const { rows } = await database.pool.query('select count(*)::int as n from chunk where device_id = 1');
  expect(rows[0].n).toBe(1);
  // Back-fill of the following hours with changes only.
  await put({
    deviceId: device(1),
    lateFrames: [firstAlone(t0 + hourMs + 5 * minute, 11, 1), firstAlone(t0 + 2 * hourMs + 5 * minute, 12, 1)],
  });
  // Device 2: nothing is written yet; live frames precede the back-fill, with an hour of silence in between.
  await put({ deviceId: device(2), layout: layout(2, 2, ['a', 'b']), hasDeviceState: true });
  await put({ deviceId: device(2), frames: [sentFrame(t0 + hourMs + 50 * minute, [1, 2], { layoutId: 2 })] });
  await put({ deviceId: device(2), lateFrames: [firstAlone(t0 + 3 * hourMs + minute, 3, 2)] });
  // Device 3 has got another layout meanwhile.
  await put({ deviceId: device(3), layout: layout(3, 30, ['a', 'b']) });
  await put({ deviceId: device(3), layout: layout(3, 31, ['a', 'c', 'b']), hasDeviceState: true });
  await put({
    deviceId: device(3),
    lateFrames: [
      sentFrame(t0 + hourMs + 50 * minute, [1, 2], { layoutId: 30 }),
      firstAlone(t0 + 2 * hourMs + minute, 4, 31, 3),
    ],
  });
  await writer.stop();
  history = new HistoryThread({ address: database.address, log, logLevel: 'error' });
  history.start();
});
afterAll(() => history.stop());

const valuesAt = async (n: number, ts: number) => {
  const moment = await history.moment({ deviceId: device(n), ts, seq: null });
  return Array.from(moment?.frame.values ?? []);
};

it('fills a snapshot after a back-fill from the hour before, written or not', async () => {
  expect(await valuesAt(1, t0 + hourMs + 5 * minute)).toEqual([11, 20]);
  expect(await valuesAt(1, t0 + 2 * hourMs + 5 * minute)).toEqual([12, 20]);
  expect(await valuesAt(2, t0 + 3 * hourMs + minute)).toEqual([3, 2]);
});

it('carries values over to another layout', async () => {
  expect(await valuesAt(3, t0 + 2 * hourMs + minute)).toEqual([4, Number.NaN, 2]);
});

it('gives the state of a record with the alarms active then', async () => {
  const { records } = await history.records({
    deviceId: device(1),
    from: t0 + 2 * hourMs,
    newestFirst: false,
    limit: 10,
    offset: 0,
  });
  expect(records.map((record) => record.status)).toEqual(['Alarm']);
  const all = await history.records({ deviceId: device(1), from: null, newestFirst: true, limit: 10, offset: 0 });
  expect(all.records.map((record) => record.status)).toEqual(['Alarm', 'Alarm', 'Alarm']);
});

it.each([null, minute, 12 * minute])('draws omitted values as the last known ones, in slots of %s', async (slotMs) => {
  const { series } = await history.series({
    device: {
      id: device(1),
      shownType: shippedTypes['0300'],
      warningRules: [],
      sensorNames: {},
      scales: [],
      degrees: null,
      acknowledgedKinds: [],
      sensorResponses: {},
    },
    from: t0 + hourMs,
    to: t0 + 3 * hourMs,
    slotMs,
    paths: ['4.b'],
    offlineAfterMs: 5 * hourMs,
  });
  const [quiet] = series;
  expect(Array.from(quiet?.value ?? []).filter((value) => !Number.isNaN(value))).toEqual([20, 20]);
  expect(Array.from(quiet?.alarm ?? []).filter((alarm) => alarm !== 0)).toEqual([1, 1]);
});
