import { shippedTypes } from '@tocsin/contract/device-type';
import { protectionCauses } from '@tocsin/contract/protection-causes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluateHour } from '../../pipeline/3-evaluate/evaluate-hour.ts';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import {
  awaited,
  device,
  emptyCatalog,
  event,
  frame,
  recordingCallbacks,
  runCompactionJob,
  t0,
} from '../../pipeline/4-persist/testing/persist.ts';
import type { HourInput, HourOutcome } from '../../pipeline/hour-types.ts';
import { type AcceptedFrame, ALL_SENT, EVALUATED, SENT, SEQ_GIVEN } from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createTestDatabase, dropTestDatabase, testDatabase } from '../../platform/testing/database.ts';
import { makeDevice } from '../../platform/testing/factories.ts';
import { chunkFrames } from '../codec/chunk.ts';
import { hourMs } from '../codec/hour.ts';
import { openSlots } from '../codec/slots.ts';
import { noteFilled } from '../protect/store.ts';
import { Compactor } from './compactor.ts';
import type { HourDependencies } from './device-hours.ts';

const database = testDatabase();
const log = createLog('silent');
let clock = drivenClock(t0);
let frameWriter: FrameWriter;
let hours: Compactor;
let evaluated: { t0: number; start: string | null; n: number }[] = [];
let notified: number[] = [];

/** An evaluator that fills omitted values and whose state is the last value of the first sensor. */
function plainEvaluate({ t0: hour, start, frames, nextId, events }: HourInput): HourOutcome {
  evaluated.push({ t0: hour, start, n: frames.length });
  let before: AcceptedFrame | null = null;
  const filled = frames.map((one) => {
    const values = one.values.map((value, i) => (one.flags[i] & SENT || !before ? value : before.values[i]));
    before = { ...one, values };
    return before;
  });
  const hot = filled.find((one) => one.values[0] > 90);
  const known = events.some((one) => one.type === 'alarm_on');
  const insert = hot && !known ? [event({ id: nextId(), at: hot.ts, late: true, notified: false, active: false })] : [];
  return { frames: filled, end: String(filled.at(-1)?.values[0]), insert, ends: [], moves: [], remove: [], merges: [] };
}

const names = { clientId: 3, siteId: 4, clientCompany: 'Co-op', siteTitle: 'North', title: 'Leg 1' } as const;
const dependencies = (
  evaluateHour: HourDependencies['evaluateHour'] = plainEvaluate,
): Omit<HourDependencies, 'ids'> => ({
  evaluateHour,
  device: async (id) => ({
    evaluatedDevice: {
      id,
      shownType: shippedTypes['0300'],
      warningRules: [],
      sensorNames: {},
      scales: [],
      degrees: null,
      acknowledgedKinds: [],
      sensorResponses: {},
    },
    names: names as never,
  }),
  committed: ({ events }) => notified.push(...events.map((one) => one.id)),
  now: () => clock.now(),
});

beforeEach(async () => {
  clock = drivenClock(t0);
  evaluated = [];
  notified = [];
  frameWriter = new FrameWriter({
    address: database.address,
    log,
    clock,
    catalog: emptyCatalog,
    bounds: { gatherMs: 1 },
  });
  await frameWriter.start(recordingCallbacks().callbacks);
  startCompaction();
});
const startCompaction = (evaluateHour?: HourDependencies['evaluateHour']) => {
  hours = new Compactor({
    pool: database.pool,
    log,
    dependencies: dependencies(evaluateHour),
    retention: { fullDays: 400, slotsDays: 3_650 },
  });
};
afterEach(async () => {
  await frameWriter.stop();
  await database.pool.query(
    'truncate frame, frame_late, frame_bundle, frame_bundle_late, pending_hour, device_latest, event, chunk, slots',
  );
  await database.pool.query('update history_closed set closed_until = 0, closed_by = null');
});

const put = async (overrides: Parameters<typeof awaited>[0]) => {
  const [entry, outcome] = awaited(overrides);
  frameWriter.put(entry);
  return outcome;
};
const at = (ts: number, value: number, overrides: Partial<AcceptedFrame> = {}) =>
  frame({ ts, seq: ts - t0, n: 1, values: Float64Array.of(value), flags: Uint8Array.of(ALL_SENT), ...overrides });
const chunks = async () => {
  const { rows } = await database.pool.query('select * from chunk order by device_id, t0, part');
  return rows.map((row) => ({
    device: row.device_id,
    t0: row.t0,
    part: row.part,
    values: chunkFrames(row.layout_ids, row.keys, row.p).map((one) => one.values[0]),
  }));
};
const pending = async () =>
  (await database.pool.query('select t0 from pending_hour order by t0')).rows.map((row) => row.t0);
const round = () => runCompactionJob(hours, database.pool);
const finishHour = () => clock.advanceTo(t0 + hourMs + 16 * 60_000);

describe('a finished hour', () => {
  it('is not written before its grace period is over', async () => {
    await put({ frames: [at(t0, 1)] });
    clock.advanceTo(t0 + hourMs + 14 * 60_000);
    await round();
    expect(await chunks()).toEqual([]);
  });

  it('waits for a transaction that began before the hour was closed', async () => {
    await put({ frames: [at(t0, 1)] });
    const slow = await database.pool.connect();
    await slow.query('begin; select pg_current_xact_id()');
    finishHour();
    await hours.round();
    expect(await chunks()).toEqual([]);
    await slow.query('commit');
    slow.release();
    await round();
    expect(await chunks()).toHaveLength(1);
  });

  it('does not wait for transactions of other databases', async () => {
    const remote = await createTestDatabase();
    const forgotten = await remote.pool.connect();
    await put({ frames: [at(t0, 1)] });
    await forgotten.query('begin; select pg_current_xact_id()');
    finishHour();
    await round();
    expect(await chunks()).toHaveLength(1);
    await forgotten.query('rollback');
    forgotten.release();
    await dropTestDatabase(remote);
  });

  it('becomes a chunk and slots, bit by bit, and is no longer pending', async () => {
    const values = [0.1 + 0.2, 41.5, Number.NaN, 1e300];
    for (const [i, value] of values.entries()) await put({ frames: [at(t0 + i * 400_000, value)] });
    await put({ deviceId: device(2), frames: [at(t0 + 5, 7)] });
    finishHour();
    await round();
    expect(await chunks()).toEqual([
      { device: 1, t0, part: 0, values },
      { device: 2, t0, part: 0, values: [7] },
    ]);
    const { rows } = await database.pool.query('select p from slots where device_id = 1');
    expect(Array.from(openSlots(rows[0].p)[0].frames)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect(await pending()).toEqual([]);
  });

  it('stores frames that arrive after its closing as late frames', async () => {
    await put({ frames: [at(t0, 1)] });
    finishHour();
    await round();
    await put({ frames: [at(t0 + 9, 2)] });
    await round();
    expect((await chunks())[0].values).toEqual([1]);
    clock.advanceTo(clock.now() + 61_000);
    await round();
    expect((await chunks())[0].values).toEqual([1, 2]);
  });

  it('begins with the state at the end of the previous hour', async () => {
    await put({ frames: [at(t0, 1), at(t0 + hourMs, 2), at(t0 + 3 * hourMs, 3)] });
    clock.advanceTo(t0 + 5 * hourMs);
    await round();
    expect(evaluated.map((one) => one.start)).toEqual([null, '1', '2']);
  });

  it('that fails does not stop the others and is not retried constantly', async () => {
    let tries = 0;
    startCompaction((input) => {
      if (input.device.id === 1) {
        tries++;
        throw new Error('judge');
      }
      return plainEvaluate(input);
    });
    await put({ frames: [at(t0, 1)] });
    await put({ deviceId: device(2), frames: [at(t0, 2)] });
    finishHour();
    await round();
    await round();
    expect(tries).toBe(1);
    expect((await chunks()).map((one) => one.device)).toEqual([2]);
  });
});

describe('late frames', () => {
  const quiet = async () => {
    clock.advanceTo(clock.now() + 61_000);
    await round();
  };

  it('wait for a minute without further ones, at most five minutes', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await put({ lateFrames: [at(t0 - 2 * hourMs + minute, minute)] });
      clock.advanceTo(clock.now() + 50_000);
      await round();
      expect(await chunks()).toEqual([]);
    }
    await put({ lateFrames: [at(t0 - 2 * hourMs + 5, 5)] });
    clock.advanceTo(clock.now() + 50_000);
    await round();
    expect(await chunks()).toHaveLength(1);
  });

  it('are placed by their time, filled from the frame before, and removed from frame_late', async () => {
    await put({ frames: [at(t0, 1), at(t0 + 2_000, 3)] });
    finishHour();
    await round();
    const sparse = at(t0 + 1_000, Number.NaN, { flags: Uint8Array.of(0) });
    await put({ lateFrames: [sparse, at(t0 + 1_500, 2)] });
    await quiet();
    expect((await chunks())[0].values).toEqual([1, 1, 2, 3]);
    expect((await database.pool.query('select from frame_late')).rowCount).toBe(0);
    expect(await pending()).toEqual([]);
  });

  it('have the next hour evaluated again only while the state at an end changes', async () => {
    await put({ frames: [at(t0, 1), at(t0 + hourMs, 2), at(t0 + 2 * hourMs, 3)] });
    clock.advanceTo(t0 + 4 * hourMs);
    await round();
    evaluated = [];
    await put({ lateFrames: [at(t0 + 5_000, 8)] });
    await quiet();
    // 10:00 now ends with 8, so 11:00 is evaluated again; it ends with 2 as before.
    expect(evaluated).toEqual([
      { t0, start: null, n: 2 },
      { t0: t0 + hourMs, start: '8', n: 1 },
    ]);
    expect(await pending()).toEqual([]);
  });

  it('have no other hour evaluated again when the state at the end of theirs stays the same', async () => {
    const sensor = { groupId: '1', sensorId: 'heat', name: 'Heat', type: 'NUMERIC', unit: 'C', states: {} };
    await database.pool.query(
      `insert into device_layout (device_id, layout_id, hash, groups, sensors) values (1, 1, 'h', '[]', $1)`,
      [JSON.stringify([sensor])],
    );
    const written: number[] = [];
    startCompaction((input) => {
      written.push((input.t0 - t0) / hourMs);
      return evaluateHour(input);
    });
    // A chunk keeps the second in which a frame arrived.
    const arrives = { receivedAt: t0 + 5 * hourMs - 1_354 };
    for (let hour = 0; hour < 4; hour++)
      await put({ frames: Array.from({ length: 30 }, (_, n) => at(t0 + hour * hourMs + n * 60_000, hour, arrives)) });
    clock.advanceTo(t0 + 6 * hourMs);
    await round();
    written.length = 0;
    await put({ lateFrames: [at(t0 - 5_000, 8, { given: SEQ_GIVEN })] });
    await quiet();
    expect(written).toEqual([-1, 0]);
    expect(await pending()).toEqual([]);
    await database.pool.query('truncate device_layout');
  });

  it('of several older hours have a newer hour evaluated again once, after them, at the latest after half an hour', async () => {
    await put({ frames: [at(t0, 1), at(t0 + hourMs, 2)] });
    clock.advanceTo(t0 + 4 * hourMs);
    await round();
    const timesAgain = async (olderHours: number, ms: number) => {
      evaluated = [];
      for (let older = 1; older <= olderHours; older++) {
        await put({ lateFrames: [at(t0 - older * hourMs + ms, 10 * older + ms)] });
        clock.advanceTo(clock.now() + 40_000);
        // The next one is there before this one is written.
        await put({ lateFrames: [at(t0 - older * hourMs - hourMs + ms, 10 * older + 5)] });
        clock.advanceTo(clock.now() + 30_000);
        await round();
      }
      return evaluated.filter((one) => one.t0 === t0).length;
    };
    expect(await timesAgain(5, 0)).toBe(0);
    await quiet();
    expect(evaluated.filter((one) => one.t0 === t0)).toEqual([{ t0, start: '10', n: 1 }]);
    expect(await pending()).toEqual([]);
    expect(await timesAgain(60, 1)).toBeGreaterThan(0);
  });

  it('raise their event once, with the names of the device, however often the hour is written', async () => {
    await put({ lateFrames: [at(t0 - hourMs, 95)] });
    await quiet();
    await put({ lateFrames: [at(t0 - hourMs + 5, 96)] });
    await quiet();
    const { rows } = await database.pool.query('select at, is_late, is_active, client_id, device_name from event');
    expect(rows).toEqual([{ at: t0 - hourMs, is_late: true, is_active: false, client_id: 3, device_name: 'Leg 1' }]);
    expect(notified).toEqual([]);
  });

  it('are evaluated with the events of the hour as the log holds them', async () => {
    const seen: HourInput['events'][number][] = [];
    startCompaction((input) => {
      seen.push(...input.events);
      return plainEvaluate(input);
    });
    const [entry, outcome] = awaited({
      frames: [at(t0, 1)],
      events: [event({ id: 900, at: t0, late: true, notified: true, active: false, needsAcknowledgement: true })],
    });
    frameWriter.put(entry);
    await outcome;
    await database.pool.query(`update event set acknowledged_by = 'Ann', acknowledged_at = $1, ended_at = $1`, [
      t0 + 1,
    ]);
    finishHour();
    await round();
    await put({ lateFrames: [at(t0 + 1_000, 2, { given: 0 })] });
    await quiet();
    expect(seen.at(-1)).toMatchObject({
      id: 900,
      late: true,
      notified: true,
      needsAcknowledgement: true,
      acknowledged: true,
      ended: true,
    });
  });

  it('of an open hour are evaluated at once and stored when it closes', async () => {
    await put({ frames: [at(t0 + 10_000, 1)] });
    await put({ lateFrames: [at(t0 + 5_000, 95)] });
    await quiet();
    expect((await database.pool.query('select from event')).rowCount).toBe(1);
    expect(await chunks()).toEqual([]);
    finishHour();
    await round();
    expect((await chunks())[0].values).toEqual([95, 1]);
    expect((await database.pool.query('select from event')).rowCount).toBe(1);
  });

  it('that arrive while their hour is being written are written after it', async () => {
    await put({ lateFrames: [at(t0 - 2 * hourMs, 1)] });
    clock.advanceTo(clock.now() + 61_000);
    let others: Promise<unknown> | null = null;
    startCompaction((input) => {
      others ??= put({ lateFrames: [at(t0 - 2 * hourMs + 1, 2)] });
      return plainEvaluate(input);
    });
    await round();
    await others;
    expect((await chunks())[0].values).toEqual([1]);
    await quiet();
    expect((await chunks())[0].values).toEqual([1, 2]);
  });
});

describe('protected minutes', () => {
  const paths = ['1.speed', '1.heat'];
  const sensors = paths.map((path) => {
    const [groupId, sensorId] = path.split('.');
    return { groupId, sensorId, name: path, type: 'NUMERIC', unit: path === '1.speed' ? 'RPM' : 'C', states: {} };
  });
  const hour = (n: number) => t0 + n * hourMs;
  let id = device(1);
  beforeEach(async () => {
    const made = await makeDevice(database.db, { created_at: new Date(t0 - 86_400_000) });
    id = device(made.id);
    await database.pool.query(
      `insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, 1, 'h', '[]', $2)`,
      [id, JSON.stringify(sensors)],
    );
    await facts(hour(0), hour(9));
  });
  afterEach(async () => {
    await database.pool.query(
      'truncate protection_hour, protection_device, protection_required, protection_fact, protection_recount, device_layout',
    );
  });
  const facts = (from: number, until: number) =>
    database.pool.query(
      `insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others, reached)
       values ($1, $2, $3, false, true, '{}', '{}')`,
      [id, from, until],
    );
  /** A frame each half minute, from one minute of an hour to another. */
  const frames = (from: number, to: number, over: Partial<AcceptedFrame> = {}, speed = 100) =>
    Array.from({ length: (to - from) * 2 }, (_, n) => {
      const ts = hour(0) + from * 60_000 + n * 30_000;
      const given = SEQ_GIVEN | EVALUATED;
      return frame({
        ts,
        seq: n + from * 2,
        n: 2,
        values: Float64Array.of(speed, 40),
        given,
        state: new Uint16Array(2),
        ...over,
      });
    });
  const send = (live: readonly AcceptedFrame[]) => put({ deviceId: id, frames: [...live], hasDeviceState: true });
  const late = (back: readonly AcceptedFrame[]) => put({ deviceId: id, lateFrames: [...back] });
  const pass = async (hours: number) => {
    clock.advanceTo(hour(hours) + 16 * 60_000);
    for (let n = 0; n < 3; n++) await round();
  };
  const stored = async () => {
    const { rows } = await database.pool.query(
      `select t0, running_minutes, protected_minutes, causes, cause_paths, cause_minutes from protection_hour order by t0`,
    );
    return rows.map((row) => ({
      hour: (row.t0 - t0) / hourMs,
      running: row.running_minutes.reduce((sum: number, n: number) => sum + n, 0),
      protected: row.protected_minutes.reduce((sum: number, n: number) => sum + n, 0),
      causes: row.causes.map((cause: number, n: number) => protectionCauses[cause] + row.cause_paths[n]),
    }));
  };

  it('are none before it is recorded who would be reached', async () => {
    await database.pool.query('truncate protection_fact');
    await send(frames(0, 60));
    await pass(1);
    expect(await stored()).toEqual([]);
  });

  it('are stored with the hour, and begin with the first frame', async () => {
    await send(frames(10, 60));
    await pass(1);
    expect(await stored()).toEqual([{ hour: 0, running: 50, protected: 50, causes: [] }]);
  });

  it('are counted for hours without any frame, of which nobody knows whether the machine ran', async () => {
    await send(frames(0, 60));
    await pass(3);
    expect(await stored()).toEqual([
      { hour: 0, running: 60, protected: 60, causes: [] },
      { hour: 1, running: 60, protected: 1, causes: ['no_data'] },
      { hour: 2, running: 60, protected: 0, causes: ['no_data'] },
    ]);
  });

  it('are none in late data, which says whether the machine ran', async () => {
    await send(frames(0, 60));
    await pass(3);
    await late(frames(62, 90, { given: SEQ_GIVEN, receivedAt: hour(4) }, 0));
    await late(frames(90, 120, { given: SEQ_GIVEN, receivedAt: hour(4) }));
    clock.advanceTo(hour(4));
    for (let n = 0; n < 3; n++) await round();
    expect((await stored()).slice(1)).toEqual([
      { hour: 1, running: 32, protected: 1, causes: ['no_data', 'offline'] },
      { hour: 2, running: 60, protected: 0, causes: ['no_data', 'offline'] },
    ]);
  });

  it('of later hours are not counted again because of late data that ends an hour as before', async () => {
    for (let n = 0; n < 4; n++)
      await send(frames(60 * n, 60 * n + 60).map((one) => ({ ...one, receivedAt: one.ts + 646 })));
    await pass(4);
    await send(frames(300, 301));
    evaluated = [];
    await late([frame({ ts: hour(0) + 90_500, seq: 999, n: 2, values: Float64Array.of(100, 40), given: SEQ_GIVEN })]);
    clock.advanceTo(hour(7));
    for (let n = 0; n < 6; n++) await round();
    expect(evaluated.map((one) => (one.t0 - t0) / hourMs).filter((n) => n < 4)).toEqual([0]);
  });

  it('keep the settings of their hour, and lose what turns out to be dead', async () => {
    await send([...frames(0, 60), ...frames(60, 120)]);
    await pass(2);
    await database.pool.query('update site set proof_interval_days = 1');
    await database.pool.query(
      `insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at, seen_at, evidence)
       values ($1, '1.heat', 'flat', 'NUMERIC', 'C', $2, now(), now(), '{}')`,
      [id, hour(0) + 45 * 60_000],
    );
    await pass(2.1);
    expect(await stored()).toEqual([
      { hour: 0, running: 60, protected: 45, causes: ['suspected_dead1.heat'] },
      { hour: 1, running: 60, protected: 0, causes: ['suspected_dead1.heat'] },
    ]);
    await database.pool.query('truncate sensor_suspicion');
  });

  it('of the demo are complete until its past that is still to come', async () => {
    await send(frames(0, 60));
    await pass(1);
    await database.pool.query('update device set created_at = $2 where id = $1', [id, new Date(hour(5) + 60_000)]);
    const filled = async (isDemo: boolean) => {
      const client = await database.pool.connect();
      await noteFilled(client, hour(6), isDemo).finally(() => client.release());
      const { rows } = await database.pool.query('select filled_until from protection_device');
      return rows.map((row) => (row.filled_until - t0) / hourMs);
    };
    expect(await filled(true)).toEqual([1]);
    expect(await filled(false)).toEqual([6]);
  });

  it('end with the removal of the device', async () => {
    await send([...frames(0, 60), ...frames(60, 120)]);
    await database.pool.query('update device set removed_at = $2 where id = $1', [id, new Date(hour(1) + 30 * 60_000)]);
    await pass(5);
    expect((await stored()).map(({ hour: n, running }) => [n, running])).toEqual([
      [0, 60],
      [1, 30],
    ]);
  });
});

describe('retention', () => {
  it('drops a day of frames when all its hours are in chunks, and never before', async () => {
    await put({ frames: [at(t0, 1)] });
    const isThere = async (day: string) =>
      (await database.pool.query('select to_regclass($1) is not null as there', [`frame_${day}`])).rows[0].there;
    startCompaction((input) => {
      throw new Error(`can't judge ${input.t0}`);
    });
    clock.advanceTo(t0 + 30 * hourMs);
    await round();
    // Yesterday had no frames, but an hour of today is still pending.
    expect([await isThere('20260228'), await isThere('20260301')]).toEqual([false, true]);
    startCompaction();
    await round();
    expect(await isThere('20260301')).toBe(false);
    expect((await chunks())[0].values).toEqual([1]);
  });

  it('drops months of chunks and slots past their retention', async () => {
    await put({ lateFrames: [at(t0 - 450 * 24 * hourMs, 1), at(t0 - 100 * 24 * hourMs, 2)] });
    clock.advanceTo(clock.now() + 61_000);
    await round();
    startCompaction();
    await round();
    expect((await chunks()).map((one) => one.values)).toEqual([[2]]);
    expect((await database.pool.query('select from slots')).rowCount).toBe(2);
  });
});
