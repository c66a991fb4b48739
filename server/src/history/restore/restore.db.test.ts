import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { backup } from '../../platform/backup/backup.ts';
import { continueRestore, restore } from '../../platform/backup/restore.ts';
import { drivenClock } from '../../platform/clock.ts';
import { connectionOf } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import { createLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../../platform/testing/database.ts';
import { makeDevice } from '../../platform/testing/factories.ts';
import { hourMs } from '../codec/hour.ts';
import { Compactor } from '../compact/compactor.ts';
import { readSeries } from '../read/read-series.ts';
import { ReadySlots } from '../read/ready-slots.ts';
import { readMoment, readMoments, readRecords } from '../read/records.ts';
import { Returner } from './returner.ts';

const log = createLog('silent');
const midnight = Date.UTC(2026, 2, 1);
const minute = 60_000;
const dayMs = 24 * hourMs;
const texts = ['', 'Active', 'Alarm'];
const secret = { value: 'a-secret-of-this-folder', fromFolder: true };

let folder: string;
let file: string;
let clock = drivenClock(midnight);
let source: TestDatabase;
let id: DeviceId;
const opened: TestDatabase[] = [];
const writers: FrameWriter[] = [];

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
const at = (ts: number, value = (ts - midnight) / minute): AcceptedFrame =>
  frame({
    ts,
    seq: (ts - midnight) / 1_000,
    given: SEQ_GIVEN | BOOT_GIVEN,
    layoutId: id,
    values: Float64Array.of(value),
    flags: Uint8Array.of(ALL_SENT),
    status: Uint16Array.of(0),
    state: Uint16Array.of(1),
  });
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  opened.push(database);
  return database;
}
async function writerOf({ address }: TestDatabase): Promise<FrameWriter> {
  const writer = new FrameWriter({ address, log, clock, catalog: emptyCatalog, bounds: { gatherMs: 1 } });
  await writer.start(recordingCallbacks((one) => deviceStateRow(one, { texts, layoutId: one })).callbacks);
  writers.push(writer);
  return writer;
}
async function writeHours({ pool }: TestDatabase): Promise<void> {
  const compactor = new Compactor({
    pool,
    log,
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
  clock.advanceTo(clock.now() + 10 * minute);
  await runCompactionJob(compactor, pool);
}
const returnerOf = ({ pool }: TestDatabase, injectFault: InjectFault = () => {}) =>
  new Returner({ pool, log, injectFault });
async function bringAllBack(database: TestDatabase): Promise<void> {
  const returner = returnerOf(database);
  while (await returner.round()) {}
}

/** A device with frames on two days, all in chunks, and a backup of it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore '));
  file = join(folder, 'all.tocsin');
  clock = drivenClock(midnight + 2 * dayMs);
  source = await createTestDatabase();
  opened.push(source);
  id = DeviceId.parse((await makeDevice(source.db)).id);
  const writer = await writerOf(source);
  const layout = {
    deviceId: id,
    layoutId: id,
    hash: 'h',
    groups: [{ id: '4', name: 'Temperature', meta: {} }],
    sensors: [{ sensorId: 'a', groupId: '4', name: 'a', type: 'NUMERIC' as const, unit: 'C', states: {} }],
  };
  await putStored(writer, { deviceId: id, layout, hasDeviceState: true });
  const frames: AcceptedFrame[] = [];
  for (let ts = midnight + minute; ts < midnight + 30 * hourMs; ts += 2 * minute) frames.push(at(ts));
  await putStored(writer, { deviceId: id, lateFrames: frames });
  await writeHours(source);
  await writer.stop();
  writers.length = 0;
  await backup(source.pool, file, secret, log);
});
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.stop();
  for (const database of opened.splice(0)) await dropTestDatabase(database);
  rmSync(folder, { recursive: true, force: true });
});

const pieces = () => readdirSync(`${file}.history`).sort();
const series = async ({ pool }: TestDatabase, slotMs: number | null, from: number, to: number) => {
  const query = { device: evaluatedDevice(), from, to, slotMs, paths: null, offlineAfterMs: 10 * minute };
  const answer = await readSeries({ pool, archive: null }, query, new ReadySlots(1e6));
  return answer.series.map(({ ts, value }) => ({ ts: [...ts], value: [...value] }));
};
/** Every way to read a range. */
const reads = (database: TestDatabase, from: number, to: number): Readonly<Record<string, () => Promise<unknown>>> => {
  const where = { pool: database.pool, archive: null };
  return {
    raw: () => series(database, null, from, to),
    fine: () => series(database, minute, from, to),
    slots: () => series(database, 12 * minute, from, to),
    records: () => readRecords(where, { deviceId: id, from, newestFirst: false, limit: 2_000, offset: 0 }),
    moment: () => readMoment(where, { deviceId: id, ts: from + 61 * minute, seq: null }),
    moments: () => readMoments(where, { deviceIds: [id], at: from + 90 * minute }),
  };
};
const days = [midnight, midnight + dayMs] as const;
const endOf = (day: number) => day + 6 * hourMs;
async function everything(database: TestDatabase, which: readonly number[] = days) {
  const answers: unknown[] = [];
  for (const day of which)
    for (const [name, read] of Object.entries(reads(database, day, endOf(day))))
      answers.push([day, name, await read()]);
  return answers;
}
async function allRefused(database: TestDatabase, day: number) {
  for (const [name, read] of Object.entries(reads(database, day, endOf(day)))) {
    const error = await read().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error, name).toBeInstanceOf(Refusal);
    expect(error, name).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^This part of the history is still coming back from a backup/),
      more: { retryAfterSeconds: 60 },
    });
  }
}
const rowsOf = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      `select (select count(*)::int from chunk) as chunks, (select sum(n)::int from chunk) as frames,
         (select count(*)::int from slots) as slots, (select count(*)::int from history_piece) as missing`,
    )
  ).rows[0];
async function restored(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  expect(await restore(database.pool, file, log)).toMatchObject({ pieces: 2, folder: `${file}.history` });
  return database;
}

describe('history that is not back yet', () => {
  it('is refused with a sentence by everything that would read it, and never empty', async () => {
    const database = await restored();
    expect(await rowsOf(database)).toEqual({ chunks: 0, frames: null, slots: 0, missing: 2 });
    for (const day of days) await allRefused(database, day);
    await expect(backup(database.pool, join(folder, 'other'), secret, log)).rejects.toThrow(/still coming back/);
  });

  it('comes back by days, the latest first, and then reads as before', async () => {
    const before = await everything(source, [days[1]]);
    const database = await restored();
    const returner = returnerOf(database);
    expect(await returner.round()).toBe(true);
    expect(await everything(database, [days[1]])).toEqual(before);
    await allRefused(database, days[0]);
    expect(await returner.round()).toBe(true);
    expect(await returner.round()).toBe(false);
    expect(await everything(database)).toEqual(await everything(source));
    expect(await rowsOf(database)).toEqual({ ...(await rowsOf(source)), missing: 0 });
  });

  it('comes back by itself while the server runs, from a folder that was there late', async () => {
    cpSync(`${file}.history`, join(folder, 'elsewhere'), { recursive: true });
    rmSync(`${file}.history`, { recursive: true });
    const database = await restored();
    await bringAllBack(database);
    expect(await rowsOf(database)).toMatchObject({ missing: 2, chunks: 0 });
    cpSync(join(folder, 'elsewhere'), `${file}.history`, { recursive: true });
    expect(await continueRestore(database.pool, file, false)).toEqual({ pieces: 2, abandoned: [] });
    const returner = returnerOf(database);
    returner.start();
    await expect.poll(() => rowsOf(database)).toMatchObject({ missing: 0 });
    await returner.stop();
    expect(await everything(database)).toEqual(await everything(source));
    expect(await continueRestore(database.pool, file, false)).toBeNull();
  });

  it('is stored once, by two processes and by one that ends in the middle', async () => {
    const database = await restored();
    for (const point of ['piece-written', 'piece-committed'] as const) {
      const ended = returnerOf(database, (reached) => {
        if (reached === point) throw new Error('ended');
      });
      await expect(ended.round()).rejects.toThrow('ended');
    }
    await Promise.all([bringAllBack(database), bringAllBack(database)]);
    expect(await rowsOf(database)).toEqual({ ...(await rowsOf(source)), missing: 0 });
  });

  it('of a device that is gone does not come back', async () => {
    const database = await restored();
    await database.pool.query(`update device set removed_at = now() - interval '30 days'`);
    await bringAllBack(database);
    expect(await rowsOf(database)).toEqual({ chunks: 0, frames: null, slots: 0, missing: 0 });
  });
});

describe('a piece with wrong bytes', () => {
  const spoil = (name: string) => {
    const path = join(`${file}.history`, name);
    const bytes = readFileSync(path);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  it('is named, and the others come back', async () => {
    const [first = '', second = ''] = pieces();
    for (const name of [first, second]) expect(name).toMatch(/^2026-03-0[12]-\d+-[0-9a-f]{16}\.piece$/);
    const good = readFileSync(join(`${file}.history`, second));
    spoil(second);
    const database = await restored();
    await bringAllBack(database);
    const { rows } = await database.pool.query('select file, problem from history_piece');
    expect(rows).toEqual([
      { file: join(`${file}.history`, second), problem: expect.stringMatching(/is damaged: its SHA-256 is another/) },
    ]);
    const rawOfFirst = (one: TestDatabase) => series(one, null, days[0], endOf(days[0]));
    expect(await rawOfFirst(database)).toEqual(await rawOfFirst(source));
    await allRefused(database, days[1]);
    writeFileSync(join(`${file}.history`, second), good);
    await continueRestore(database.pool, file, false);
    await bringAllBack(database);
    expect(await everything(database)).toEqual(await everything(source));
  });

  it('can be given up: its hours have no data', async () => {
    const [, second = ''] = pieces();
    spoil(second);
    const database = await restored();
    await bringAllBack(database);
    expect(await continueRestore(database.pool, file, true)).toEqual({
      pieces: 0,
      abandoned: [join(`${file}.history`, second)],
    });
    expect(await series(database, null, days[1], endOf(days[1]))).toEqual([{ ts: [], value: [] }]);
  });
});

describe('what is sent meanwhile', () => {
  it('for an hour that is not back waits for it, and a repeated frame is stored once', async () => {
    const database = await restored();
    const writer = await writerOf(database);
    const again = midnight + 61 * minute;
    await putStored(writer, { deviceId: id, lateFrames: [at(again), at(again + minute)] });
    await writeHours(database);
    expect(await rowsOf(database)).toMatchObject({ chunks: 0 });
    await allRefused(database, days[0]);
    await bringAllBack(database);
    await writeHours(database);
    const { frames } = await rowsOf(source);
    expect(await rowsOf(database)).toMatchObject({ frames: frames + 1, missing: 0 });
  });

  it('is written once what came before it is back', async () => {
    const database = await restored();
    const writer = await writerOf(database);
    await putStored(writer, { deviceId: id, lateFrames: [at(midnight + 40 * hourMs)] });
    await writeHours(database);
    expect(await rowsOf(database)).toMatchObject({ chunks: 0 });
    await returnerOf(database).round();
    clock.advanceTo(clock.now() + minute);
    await writeHours(database);
    const { rows } = await database.pool.query('select t0, end_state from chunk order by t0 desc limit 1');
    expect(rows[0].t0).toBe(midnight + 40 * hourMs);
  });
});

describe('the file of a backup', () => {
  it('has the last hours, and live frames only of hours that have no chunk', async () => {
    await source.pool.query(
      `insert into frame (ts, boot, seq, received_at, device_id, layout_id, p)
       select n, 1, 1, n, $1, 1, '' from unnest($2::bigint[]) n`,
      [id, [midnight + 26 * hourMs, midnight + 36 * hourMs]],
    );
    await source.pool.query(
      `insert into rule_window (device_id, received_at, ts, state) values ($1, 0, $2, '')
       on conflict (device_id) do update set ts = $2`,
      [id, midnight + 40 * hourMs],
    );
    await source.pool.query('update history_closed set closed_until = $1', [midnight + 34 * hourMs]);
    const tailed = join(folder, 'tail');
    await backup(source.pool, tailed, secret, log);
    const database = await emptyDatabase();
    expect(await restore(database.pool, tailed, log)).toMatchObject({ pieces: 2 });
    const hours = (await database.pool.query('select t0 from chunk order by t0')).rows.map(({ t0 }) => t0);
    expect(hours).toEqual([28, 29].map((n) => midnight + n * hourMs));
    const hot = async () => (await database.pool.query('select ts from frame order by ts')).rows.map(({ ts }) => ts);
    expect(await hot()).toEqual([midnight + 36 * hourMs]);
    await bringAllBack(database);
    expect(await rowsOf(database)).toMatchObject({ chunks: 30, missing: 0 });

    await source.pool.query('update rule_window set ts = $1', [midnight + 27 * hourMs]);
    await backup(source.pool, tailed, secret, log);
    const other = await emptyDatabase();
    await restore(other.pool, tailed, log);
    expect((await other.pool.query('select count(*)::int as n from frame')).rows[0].n).toBe(2);
  });

  it('keeps the names of unchanged pieces, and removes those of the backup that it replaces', async () => {
    const former = pieces();
    await source.pool.query('update chunk set n = n + 1 where t0 = $1', [midnight + 25 * hourMs]);
    await backup(source.pool, file, secret, log);
    const now = pieces();
    expect(now[0]).toBe(former[0]);
    expect(now[1]).not.toBe(former[1]);
    expect(now).toHaveLength(2);
  });

  it('of the form of 2.0.0 has everything, which is restored at once', async () => {
    const whole = join(folder, 'whole');
    await backup(source.pool, whole, secret, log, true);
    const database = await emptyDatabase();
    expect(await restore(database.pool, whole, log)).toMatchObject({ pieces: 0 });
    expect(await everything(database)).toEqual(await everything(source));
  });
});

describe('the command', () => {
  /** Ends with its exit code or signal, and what it said. */
  const call = (database: TestDatabase, env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ end: number | string | null; said: string }>((resolve) => {
      const { user, host, port, database: name } = connectionOf(database.address);
      const child = spawn(process.execPath, ['server/src/command-line.ts', 'restore', file], {
        env: {
          ...process.env,
          TOCSIN_DATA_DIR: join(folder, 'data'),
          DATABASE_URL: `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${name}`,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
      child.once('close', (code, signal) => resolve({ end: signal ?? code, said }));
    });

  it('killed at any moment is continued by calling it again, and the secret is the one of the backup', async () => {
    const database = await emptyDatabase();
    for (const point of ['restore-begun', 'restore-migrated', 'restore-written', 'restore-loaded']) {
      expect(await call(database, { TOCSIN_KILL_AT: point })).toMatchObject({ end: 'SIGKILL' });
      const other = join(folder, 'other.tocsin');
      await backup(source.pool, other, secret, log, true);
      await expect(restore(database.pool, other, log), point).rejects.toThrow(/call that one again/);
    }
    expect(await call(database)).toMatchObject({ end: 0, said: expect.stringContaining('2 pieces of history') });
    expect(readFileSync(join(folder, 'data', 'secret'), 'utf8')).toBe(secret.value);
    await bringAllBack(database);
    expect(await rowsOf(database)).toEqual({ ...(await rowsOf(source)), missing: 0 });
    const { rows } = await database.pool.query('select count(*)::int as n from device');
    expect(rows[0].n).toBe(1);
    expect(await call(database)).toMatchObject({ end: 1, said: expect.stringContaining('not empty') });
  });

  it('that was killed before the rows were there leaves a database that no server starts with', async () => {
    const database = await emptyDatabase();
    await call(database, { TOCSIN_KILL_AT: 'restore-migrated' });
    await expect(migrate(database.pool, log)).rejects.toThrow(/has not been completed: call it again/);
  });
});
