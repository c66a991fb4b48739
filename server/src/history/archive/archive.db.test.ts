import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import {
  deviceStateRow,
  emptyCatalog,
  frame,
  putStored,
  recordingCallbacks,
  runCompactionJob,
} from '../../pipeline/4-persist/testing/persist.ts';
import { type AcceptedFrame, ALL_SENT, BOOT_GIVEN, type EvaluatedDevice, SEQ_GIVEN } from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import type { FaultPoint } from '../../platform/fault-injection.ts';
import { createLog } from '../../platform/log.ts';
import { adoptObjects } from '../../platform/store-installation.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice } from '../../platform/testing/factories.ts';
import { hourMs } from '../codec/hour.ts';
import { Compactor } from '../compact/compactor.ts';
import { readSeries } from '../read/read-series.ts';
import { ReadySlots } from '../read/ready-slots.ts';
import { readMoment, readMoments, readRecords } from '../read/records.ts';
import { deleteHistory } from '../retain/delete-history.ts';
import { ArchivedDays } from './archived-days.ts';
import { dayMs } from './day-object.ts';
import { Mover } from './mover.ts';
import { forgetDays } from './store.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const database = testDatabase();
const log = createLog('silent');
const midnight = Date.UTC(2026, 2, 1);
const minute = 60_000;
const texts = ['', 'Active', 'Alarm'];

let clock = drivenClock(midnight);
let s3: S3Server;
let folder: string;
let archive: ArchivedDays;
let writer: FrameWriter;
let compactor: Compactor;
let id: DeviceId;
let clientId: number;
let installation: string;
let atPoint: (point: FaultPoint) => unknown = () => {};

const evaluatedDevice = (): EvaluatedDevice => ({
  id,
  shownType: shippedTypes['0300'],
  warningRules: [],
  sensorNames: {},
  scales: [],
  degrees: null,
  acknowledgedKinds: [],
  sensorResponses: {},
});

const at = (ts: number, value: number, more: Partial<AcceptedFrame> = {}): AcceptedFrame =>
  frame({
    ts,
    seq: (ts - midnight) / 1_000,
    given: SEQ_GIVEN | BOOT_GIVEN,
    layoutId: id,
    values: Float64Array.of(value),
    flags: Uint8Array.of(ALL_SENT),
    status: Uint16Array.of(0),
    state: Uint16Array.of(1),
    ...more,
  });
const put = (lateFrames: AcceptedFrame[]) => putStored(writer, { deviceId: id, lateFrames });
const writeHours = async () => {
  clock.advanceTo(clock.now() + 10 * minute);
  await runCompactionJob(compactor, database.pool);
};
const newMover = () =>
  new Mover({
    pool: database.pool,
    days: archive,
    hotDays: 35,
    keepDays: 35,
    now: () => clock.now(),
    log,
    injectFault: async (point) => {
      await atPoint(point);
    },
  });
const move = () => newMover().round();

beforeEach(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  freshCache();
  clock = drivenClock(midnight + 2 * dayMs);
  atPoint = () => {};
  const made = await makeDevice(database.db);
  id = DeviceId.parse(made.id);
  clientId = made.clientId;
  installation = (await database.pool.query('select id from installation')).rows[0].id;
  writer = new FrameWriter({ address: database.address, log, clock, catalog: emptyCatalog, bounds: { gatherMs: 1 } });
  await writer.start(recordingCallbacks((one) => deviceStateRow(one, { texts, layoutId: one })).callbacks);
  compactor = newCompactor();
  const layout = {
    deviceId: id,
    layoutId: id,
    hash: 'h',
    groups: [{ id: '4', name: 'Temperature', meta: {} }],
    sensors: [{ sensorId: 'a', groupId: '4', name: 'a', type: 'NUMERIC' as const, unit: 'C', states: {} }],
  };
  await putStored(writer, { deviceId: id, layout, hasDeviceState: true });
  const frames: AcceptedFrame[] = [];
  for (let ts = midnight + minute; ts < midnight + 30 * hourMs; ts += 2 * minute)
    frames.push(at(ts, (ts - midnight) / minute));
  await put(frames);
  await writeHours();
});
const newCompactor = () =>
  new Compactor({
    pool: database.pool,
    log,
    archive,
    retention: { fullDays: 400, slotsDays: 3_650 },
    dependencies: {
      evaluateHour: ({ t0, frames }) => ({
        frames,
        end: `${t0}`,
        insert: [],
        ends: [],
        moves: [],
        remove: [],
        merges: [],
      }),
      device: async () => ({
        evaluatedDevice: evaluatedDevice(),
        names: { clientId: 1, siteId: 1, clientCompany: '', siteTitle: '', title: '' } as never,
      }),
      committed: () => {},
      now: () => clock.now(),
    },
  });
/** As after a restart, and with an empty disk. */
function freshCache() {
  rmSync(join(folder, 'cache'), { recursive: true, force: true });
  archive = new ArchivedDays({ config: s3.config, folder: join(folder, 'cache') }, log);
  compactor = newCompactor();
}
afterEach(async () => {
  await writer.stop();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
  await database.pool.query(
    'truncate frame, frame_late, frame_bundle, frame_bundle_late, pending_hour, device_latest, event, chunk, slots, archive_object',
  );
  await database.pool.query('update history_closed set closed_until = 0, closed_by = null');
  await database.pool.query('delete from client');
});

/** The clock when the first two days are no longer hot. */
const later = () => clock.advanceTo(midnight + 37 * dayMs);
const source = () => ({ pool: database.pool, archive });
const puts = () => s3.calls.filter((call) => call.startsWith('PUT'));
const gets = () => s3.calls.filter((call) => call.startsWith('GET')).length;
const series = async (slotMs: number | null, from = midnight, to = midnight + 26 * hourMs) => {
  const query = { device: evaluatedDevice(), from, to, slotMs, paths: null, offlineAfterMs: 10 * minute };
  const answer = await readSeries(source(), query, new ReadySlots(1e6));
  return answer.series.map(({ ts, value }) => ({ ts: [...ts], value: [...value] }));
};
const everything = async () => ({
  raw: await series(null),
  fine: await series(minute),
  slots: await series(12 * minute),
  records: await readRecords(source(), { deviceId: id, from: null, newestFirst: false, limit: 2_000, offset: 0 }),
  moment: await readMoment(source(), { deviceId: id, ts: midnight + 61 * minute, seq: null }),
  moments: await readMoments(source(), { deviceIds: [id], at: midnight + 25 * hourMs }),
});
const refused = async (read: () => Promise<unknown>) => {
  const error = await read().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^This part of the history is archived/),
    more: { retryAfterSeconds: 60 },
  });
};
const objects = async () =>
  (await database.pool.query('select key, day, state from archive_object order by day, state')).rows;
const bytesInDatabase = async () =>
  (await database.pool.query('select sum(octet_length(keys) + octet_length(p))::int as n from chunk')).rows[0].n;
const chunkBytes = async () =>
  (await database.pool.query('select t0, part, n, codec, layout_ids, keys, p, end_state from chunk order by t0, part'))
    .rows;

describe('a day is not moved', () => {
  it('while it is hot', async () => {
    clock.advanceTo(midnight + 35 * dayMs + hourMs);
    await move();
    expect(puts()).toEqual([]);
  });
  it('if the store fails, is silent about it, or returns other bytes', async () => {
    later();
    const before = await bytesInDatabase();
    for (const fault of ['error', 'forgets', 'wrong'] as const) {
      s3.faults.set('PUT', fault);
      await expect(move()).rejects.toThrow(/object storage/);
    }
    s3.faults.clear();
    s3.faults.set('GET', 'cut');
    await expect(move()).rejects.toThrow();
    expect(await bytesInDatabase()).toBe(before);
    expect((await objects()).map(({ state }) => state)).toContain('named');
    s3.faults.clear();
    await move();
    expect(await bytesInDatabase()).toBe(0);
  });
  it('if an hour of it was written meanwhile, waits to be written, or is being written', async () => {
    later();
    const before = await bytesInDatabase();
    atPoint = (point) =>
      point === 'archive-compared' && database.pool.query('update chunk set n = n where device_id = $1', [id]);
    await move();
    expect(await bytesInDatabase()).toBe(before);
    atPoint = (point) =>
      point === 'archive-compared' &&
      database.pool.query('insert into pending_hour (device_id, t0) values ($1, $2), ($1, $3) on conflict do nothing', [
        id,
        midnight + 20 * hourMs,
        midnight + 40 * hourMs,
      ]);
    await move();
    expect(await bytesInDatabase()).toBe(before);
    atPoint = () => {};
    await move();
    expect(await bytesInDatabase()).toBe(before);
    await database.pool.query('delete from pending_hour');
    const other = await database.pool.connect();
    await other.query(`select pg_advisory_lock(hashtext('hour'), $1)`, [id]);
    await move();
    expect(await bytesInDatabase()).toBe(before);
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    await move();
    expect(await bytesInDatabase()).toBe(0);
  });
  it('by two processes at once', async () => {
    later();
    await Promise.all([move(), move()]);
    expect((await objects()).map(({ state }) => state)).toEqual(['live', 'live']);
  });
});

describe('an archived day', () => {
  it('is one object, named by installation, client, device, day and its hash', async () => {
    later();
    await move();
    const own = `${installation}/v1/${clientId}/${id}/2026/03/`;
    const keys = [...s3.objects.keys()].sort();
    expect(keys).toEqual([
      expect.stringMatching(`^${own}01-[0-9a-f]{64}$`),
      expect.stringMatching(`^${own}02-[0-9a-f]{64}$`),
    ]);
    expect((await objects()).map(({ key }) => key).sort()).toEqual(keys);
  });
  it('reads as it did before, from the store, from disk and from memory', async () => {
    later();
    const before = await everything();
    await move();
    expect(await everything()).toEqual(before);
    expect(await everything()).toEqual(before);
    const calls = s3.calls.length;
    archive = new ArchivedDays({ config: s3.config, folder: join(folder, 'cache') }, log);
    expect(await everything()).toEqual(before);
    expect(s3.calls).toHaveLength(calls);
  });
  it('is refused with a sentence while the store fails or has wrong bytes; slots go on', async () => {
    later();
    const before = await everything();
    await move();
    for (const fault of ['error', 'cut', 'wrong'] as const) {
      s3.faults.set('GET', fault);
      freshCache();
      await refused(() => series(null));
      await refused(() => series(minute));
      await refused(() => readMoment(source(), { deviceId: id, ts: midnight + 61 * minute, seq: null }));
      expect(await series(12 * minute)).toEqual(before.slots);
    }
    s3.faults.clear();
    s3.objects.clear();
    freshCache();
    await refused(() => series(null));
  });
  it('asks a store that failed not again at once', async () => {
    later();
    await move();
    s3.faults.set('GET', 'error');
    await refused(() => series(null));
    const calls = s3.calls.length;
    await refused(() => series(null));
    expect(s3.calls).toHaveLength(calls);
  });
  it('is read again if its copy on disk is damaged, and not kept beyond the size of the cache', async () => {
    later();
    const before = await series(null);
    await move();
    expect(await series(null)).toEqual(before);
    const cache = join(folder, 'cache');
    for (const file of readdirSync(cache)) {
      const bytes = readFileSync(join(cache, file));
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
      writeFileSync(join(cache, file), bytes);
    }
    archive = new ArchivedDays({ config: { ...s3.config, cacheMb: 0 }, folder: cache }, log);
    expect(await series(null)).toEqual(before);
    expect(readdirSync(cache)).toEqual([]);
  });
  it('takes few connections while the store is slow', async () => {
    later();
    await move();
    s3.faults.set('GET', 'silent');
    const before = gets();
    const reads = Array.from({ length: 8 }, () => series(null).catch(() => null));
    await expect.poll(gets).toBeGreaterThan(before);
    expect((await series(12 * minute)).length).toBe(1);
    await s3.close();
    await Promise.all(reads);
    s3 = await startS3Server();
  });
});

describe('late data of an archived day', () => {
  const lateTs = midnight + 5 * hourMs + 30_000;

  it('waits while the store is away, and newer hours are written meanwhile', async () => {
    later();
    await move();
    freshCache();
    s3.faults.set('GET', 'error');
    await put([at(lateTs, 1), at(midnight + 36 * dayMs, 2)]);
    await writeHours();
    const { rows } = await database.pool.query('select t0 from pending_hour');
    expect(rows).toEqual([{ t0: midnight + 5 * hourMs }]);
    s3.faults.clear();
    freshCache();
    await writeHours();
    expect((await database.pool.query('select from pending_hour')).rowCount).toBe(0);
  });
  it('makes the same chunks as if the day had not been archived, under a new key', async () => {
    later();
    const late = [at(lateTs, 1), at(midnight + 40 * hourMs, 2)];
    await database.pool.query('create table chunk_before as table chunk');
    await put(late);
    await writeHours();
    const expected = await chunkBytes();
    await database.pool.query('delete from chunk');
    await database.pool.query('insert into chunk select * from chunk_before');
    await database.pool.query('drop table chunk_before');
    await move();
    freshCache();
    expect(await bytesInDatabase()).toBe(0);
    await put(late);
    await writeHours();
    expect(await chunkBytes()).toEqual(expected);
    await move();
    expect((await objects()).map(({ day, state }) => [day, state])).toEqual([
      [midnight, 'deleted'],
      [midnight, 'live'],
      [midnight + dayMs, 'deleted'],
      [midnight + dayMs, 'live'],
    ]);
    expect(s3.objects.size).toBe(4);
  });
  it('that was sent before is stored once, with and without a number of its own', async () => {
    later();
    const before = await readRecords(source(), { deviceId: id, from: null, newestFirst: false, limit: 1, offset: 0 });
    await move();
    const [first] = await objects();
    const again = at(midnight + minute, 1);
    await put([
      again,
      at(midnight + 3 * minute, 3, { given: 0, seq: 0 }),
      at(midnight + 5 * minute, 99, { given: 0, seq: 0 }),
    ]);
    await writeHours();
    expect((await objects()).find(({ key }) => key === first.key)?.state).toBe('deleted');
    await move();
    const after = await readRecords(source(), { deviceId: id, from: null, newestFirst: false, limit: 1, offset: 0 });
    expect(after.count).toBe(before.count + 1);
  });
});

describe('objects are deleted', () => {
  it('with the device, after the time for which they are kept; its days are no data at once', async () => {
    later();
    await move();
    await forgetDays(database.pool, { deviceId: id }, clock.now());
    expect(await series(null)).toEqual([{ ts: [], value: [] }]);
    await deleteHistory(database.pool, id, clock.now());
    clock.advanceTo(clock.now() + 35 * dayMs - 1);
    await move();
    expect(s3.objects.size).toBe(2);
    clock.advanceTo(clock.now() + 1);
    await move();
    expect(s3.objects.size).toBe(0);
    expect(await objects()).toEqual([]);
  });
  it('with the month past its retention', async () => {
    later();
    await move();
    clock.advanceTo(midnight + 31 * dayMs + 401 * dayMs);
    await compactor.round();
    expect((await objects()).map(({ state }) => state)).toEqual(['deleted', 'deleted']);
    expect((await database.pool.query('select from chunk')).rowCount).toBe(0);
    expect((await series(12 * minute))[0]?.ts.length).toBeGreaterThan(0);
  });
  it('only after the row says so, and again until the store confirms it', async () => {
    later();
    await move();
    await forgetDays(database.pool, { deviceId: id }, clock.now() - 35 * dayMs);
    s3.faults.set('DELETE', 'error');
    await expect(move()).rejects.toThrow(/DELETE/);
    expect((await objects()).map(({ state }) => state)).toEqual(['ending', 'ending']);
    s3.faults.clear();
    await newMover().round();
    expect((await objects()).filter(({ state }) => state === 'ending')).toEqual([]);
  });
  it('if they were named and never used, after seven days', async () => {
    later();
    atPoint = (point) => {
      if (point === 'archive-put') throw new Error('the process ended');
    };
    await expect(move()).rejects.toThrow();
    atPoint = () => {};
    expect(s3.objects.size).toBe(1);
    await database.pool.query('delete from chunk');
    clock.advanceTo(clock.now() + 7 * dayMs - 1);
    await move();
    expect(s3.objects.size).toBe(1);
    clock.advanceTo(clock.now() + 1);
    await move();
    expect(s3.objects.size).toBe(0);
  });
  it('never if another installation wrote them, until they are adopted', async () => {
    later();
    await move();
    await database.pool.query('update installation set id = gen_random_uuid()');
    freshCache();
    expect((await series(null))[0]?.ts.length).toBeGreaterThan(0);
    await forgetDays(database.pool, { deviceId: id }, clock.now() - 36 * dayMs);
    await move();
    expect(s3.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expect(await adoptObjects(database.db)).toBe(2);
    await move();
    expect([...s3.objects.keys()].filter((key) => key.startsWith(installation))).toEqual([]);
  });
});
