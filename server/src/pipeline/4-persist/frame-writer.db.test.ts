import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackBundle } from '../../history/codec/frame-bundle.ts';
import { unpackFrame } from '../../history/codec/frame-pack.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type AcceptedFrame, BOOT_GIVEN, SENT, SEQ_GIVEN } from '../types.ts';
import { FrameWriter } from './frame-writer.ts';
import type { FrameWriterOptions } from './frame-writer-options.ts';
import {
  awaited,
  device,
  deviceStateRow,
  emptyCatalog,
  entry,
  event,
  frame,
  recordingCallbacks,
  t0,
} from './testing/persist.ts';

const database = testDatabase();
const clock = drivenClock(t0 + 60_000);
let frameWriter: FrameWriter;
let record: ReturnType<typeof recordingCallbacks>['record'];

async function startFrameWriter(options: Partial<FrameWriterOptions> = {}, callbacks = recordingCallbacks()) {
  frameWriter = new FrameWriter({
    address: database.address,
    log: createLog('silent'),
    clock,
    catalog: emptyCatalog,
    ...options,
  });
  record = callbacks.record;
  await frameWriter.start(callbacks.callbacks);
}
beforeEach(() => startFrameWriter());
afterEach(async () => {
  await frameWriter.stop();
  await database.pool.query(
    // Only a test may delete the records of maintenance tests.
    `alter table maintenance_test disable trigger maintenance_test_stays_all;
     truncate frame, frame_late, frame_bundle, frame_bundle_late, frame_refused, pending_hour, device_latest, device_layout, event, maintenance_test;
     alter table maintenance_test enable trigger maintenance_test_stays_all`,
  );
});

const put = (overrides: Parameters<typeof awaited>[0]) => {
  const [newEntry, outcome] = awaited(overrides);
  frameWriter.put(newEntry);
  return outcome;
};
const stored = async (table = 'frame') => {
  const { rows } = await database.pool.query(
    `select device_id, ts, device_ts, boot, seq, received_at, layout_id, p from ${table} order by device_id, ts, boot, seq`,
  );
  return rows.map(({ p, ...row }) => ({ ...row, values: Array.from(unpackFrame(p).values) }));
};

describe('a frame that PostgreSQL refuses', () => {
  it('goes to frame_refused; its neighbours are stored and the device state returns to the last commit', async () => {
    // No adapter lets such a frame through.
    const broken: AcceptedFrame = frame({ seq: 2, ts: t0 + 2_000, receivedAt: Number.NaN });
    const outcomes = await Promise.all([
      put({ deviceId: device(1), frames: [frame()], hasDeviceState: true }),
      put({ deviceId: device(2), frames: [frame({ seq: 5 }), broken], hasDeviceState: true }),
      put({ deviceId: device(2), frames: [frame({ seq: 6, ts: t0 + 4_000 })], hasDeviceState: true }),
      put({ deviceId: device(3), frames: [frame()], hasDeviceState: true }),
    ]);
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['stored', 'refused', 'again', 'stored']);
    expect((await stored()).map((row) => [row.device_id, row.seq])).toEqual([
      [1, 1],
      [2, 5],
      [3, 1],
    ]);
    const { rows } = await database.pool.query('select device_id, error from frame_refused');
    expect(rows).toHaveLength(1);
    expect(rows[0].device_id).toBe(2);
    expect(record.refused).toEqual([2]);
    expect(record.discarded).toEqual([[2]]);
    const deviceStates = await frameWriter.loadDeviceStates('all');
    expect(deviceStates.map(({ row }) => row.deviceId)).toEqual([1, 3]);
  });

  it('leaves its frames in history when only its event is refused', async () => {
    const outcome = await put({ frames: [frame()], events: [event({ content: 'a\u0000b' })], hasDeviceState: true });
    expect(outcome).toEqual(['refused', 0]);
    expect(await stored()).toHaveLength(1);
    expect(await frameWriter.loadDeviceStates('all')).toEqual([]);
  });

  it('is not sent forever when PostgreSQL refuses the device state', async () => {
    await frameWriter.stop();
    await startFrameWriter(
      {},
      recordingCallbacks((id) => deviceStateRow(id, { state: id === 2 ? 'a\u0000b' : '{}' })),
    );
    const outcomes = await Promise.all([
      put({ deviceId: device(2), frames: [frame()], hasDeviceState: true }),
      put({ deviceId: device(3), frames: [frame()], hasDeviceState: true }),
    ]);
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['refused', 'stored']);
    expect((await stored()).map((row) => row.device_id)).toEqual([2, 3]);
  });
});

describe('frames that arrive in one message', () => {
  const post = (n: number, overrides: (i: number) => Partial<AcceptedFrame> = () => ({})) =>
    Array.from({ length: n }, (_, i) => frame({ ts: t0 + i, seq: i, receivedAt: t0 + 900, ...overrides(i) }));
  const bundles = async (table = 'frame_bundle') => {
    const { rows } = await database.pool.query(`select * from ${table} order by device_id, ts, boot, seq`);
    return rows.map((row) => ({
      n: row.n,
      ts_to: row.ts_to,
      frames: unpackBundle({
        ts: row.ts,
        deviceTs: row.device_ts,
        receivedAt: row.received_at,
        layoutId: row.layout_id,
        p: row.p,
      }),
    }));
  };

  it('are one row, live and late; few of them are rows of their own', async () => {
    await put({ frames: post(50) });
    const late = post(50, (i) => ({ ts: t0 - 7_200_000 + i }));
    await put({ lateFrames: late });
    await put({ frames: post(3, (i) => ({ ts: t0 + 1_000 + i, seq: 100 + i })) });
    expect(await bundles()).toEqual([{ n: 50, ts_to: t0 + 49, frames: post(50) }]);
    expect(await bundles('frame_bundle_late')).toEqual([{ n: 50, ts_to: t0 - 7_200_000 + 49, frames: late }]);
    expect((await stored()).map((row) => row.seq)).toEqual([100, 101, 102]);
  });

  it('are several rows by hour, list of sensors and difference of the clocks', async () => {
    await put({
      frames: post(80, (i) => ({
        ts: i < 20 ? t0 - 20 + i : t0 + i,
        deviceTs: i < 60 ? undefined : t0 + i - 9_000,
        layoutId: i < 40 ? 1 : 2,
      })).map((one) => ({ ...one, deviceTs: one.deviceTs ?? one.ts })),
    });
    expect((await bundles()).map(({ n }) => n)).toEqual([20, 20, 20, 20]);
  });

  it('are found again one by one, also by a writer that does not know them', async () => {
    await put({ frames: post(50) });
    expect(await put({ frames: [frame({ ts: t0 + 20, seq: 20 }), frame({ ts: t0 + 20, seq: 99 })] })).toEqual([
      'stored',
      1,
    ]);
    await frameWriter.stop();
    await startFrameWriter();
    expect(await put({ frames: post(70) })).toEqual(['stored', 50]);
    expect(await put({ lateFrames: post(90) })).toEqual(['stored', 70]);
    expect((await bundles()).map(({ n }) => n)).toEqual([50, 20]);
    expect((await bundles('frame_bundle_late')).map(({ n }) => n)).toEqual([20]);
  });

  it('are stored without the one that PostgreSQL refuses', async () => {
    const broken = post(50, (i) => (i === 20 ? { seq: Number.NaN } : {}));
    expect(await put({ frames: broken })).toEqual(['refused', 0]);
    expect((await stored()).map((row) => row.seq)).toEqual(broken.map(({ seq }) => seq).filter((seq) => seq >= 0));
    expect((await database.pool.query('select from frame_refused')).rowCount).toBe(1);
  });

  it('become rows of their own when their times are corrected', async () => {
    await put({ frames: post(50, (i) => ({ ts: t0 + 1_000 * i })) });
    await put({ restamp: { sinceReceivedAt: t0 + 900, deltaMs: 7_000 } });
    expect(await bundles()).toEqual([]);
    expect((await stored()).map((row) => [row.ts - t0, row.device_ts - t0])).toEqual(
      post(50).map((_, i) => [1_000 * i + 7_000, 1_000 * i]),
    );
    expect(await put({ frames: post(50, (i) => ({ ts: t0 + 1_000 * i + 7_000 })) })).toEqual(['duplicate', 50]);
  });

  it('are read after the window of a rule, in order of arrival', async () => {
    const windows = { receivedAt: t0 + 900, ts: t0 + 10, state: 'w' };
    await frameWriter.stop();
    await startFrameWriter(
      {},
      recordingCallbacks((id) => ({ ...deviceStateRow(id), windows })),
    );
    await put({ frames: post(50), hasDeviceState: true });
    await put({ frames: [frame({ ts: t0 + 60, seq: 60, receivedAt: t0 + 950 })] });
    const [stored] = await frameWriter.loadDeviceStates('all');
    expect(stored.windows?.frames.map(({ seq }) => seq)).toEqual([
      ...post(50)
        .map(({ seq }) => seq)
        .slice(11),
      60,
    ]);
  });
});

describe('a batch', () => {
  it('stores frames exactly, the device state and the pending hour', async () => {
    const values = Float64Array.of(41.5, Number.NaN, 0.1 + 0.2);
    const outcome = await put({ frames: [frame({ values, deviceTs: t0 - 7 })], hasDeviceState: true });
    expect(outcome).toEqual(['stored', 0]);
    expect(await stored()).toEqual([
      {
        device_id: 1,
        ts: t0,
        device_ts: t0 - 7,
        boot: 1,
        seq: 1,
        received_at: t0 + 80,
        layout_id: 1,
        values: [41.5, Number.NaN, 0.1 + 0.2],
      },
    ]);
    const [loaded] = await frameWriter.loadDeviceStates([device(1)]);
    expect(loaded.row).toEqual(deviceStateRow(device(1)));
    const { rows } = await database.pool.query('select device_id, t0, late_first from pending_hour');
    expect(rows).toEqual([{ device_id: 1, t0, late_first: null }]);
  });

  it('requests a row once per device, however many frames it has', async () => {
    let calls = 0;
    await frameWriter.stop();
    await startFrameWriter(
      {},
      recordingCallbacks((id) => deviceStateRow(id, { newestTs: t0 + calls++ })),
    );
    await Promise.all([1, 2, 3].map((seq) => put({ frames: [frame({ seq, ts: t0 + seq })], hasDeviceState: true })));
    expect(calls).toBe(1);
  });

  it('keeps the texts of a row when they have not changed', async () => {
    const texts = ['', 'Bad value', 'Other', 'Misaligned'];
    await frameWriter.stop();
    await startFrameWriter(
      {},
      recordingCallbacks((id) => deviceStateRow(id, { texts })),
    );
    await put({ frames: [frame({ seq: 1 })], hasDeviceState: true });
    await put({ frames: [frame({ seq: 2 })], hasDeviceState: true });
    const [loaded] = await frameWriter.loadDeviceStates('all');
    expect(loaded.row.texts).toEqual(texts);
  });

  it('loads layouts with the device state, and the ids of all layouts by hash', async () => {
    const layout = (layoutId: number, hash: string) => ({
      deviceId: device(1),
      layoutId,
      hash,
      groups: [],
      sensors: [],
    });
    await put({ layout: layout(1, 'aa'), hasDeviceState: true });
    await put({ layout: layout(2, 'bb') });
    const [loaded] = await frameWriter.loadDeviceStates('all');
    expect(loaded.layout).toEqual({ layoutId: 1, hash: 'aa', groups: [], sensors: [] });
    expect(Object.fromEntries(loaded.layoutIds)).toEqual({ aa: 1, bb: 2 });
  });

  it('acknowledges a barrier after the entries before it', async () => {
    const order: string[] = [];
    frameWriter.put(entry({ frames: [frame()], done: () => order.push('frame') }));
    frameWriter.put(entry({ done: () => order.push('barrier') }));
    await put({});
    expect(order).toEqual(['frame', 'barrier']);
  });

  it('publishes events only after the commit, in order, and queues their work in the same transaction', async () => {
    const pending: number[] = [];
    await frameWriter.stop();
    await startFrameWriter({
      enqueue: async (transaction, { events }) => {
        await transaction.query(`select graphile_worker.add_job('test-mail', $1)`, [
          { events: events.map((e) => e.id) },
        ]);
        pending.push(...events.map((e) => e.id));
      },
    });
    await put({ events: [event({ id: 7, at: t0 })], hasDeviceState: true });
    await put({
      events: [event({ id: 8, type: 'alarm_off', at: t0 + 5_000, active: false, forebearId: 7 })],
      ends: [{ id: 7, deviceId: device(1), endedAt: t0 + 5_000, reason: null }],
    });
    expect(pending).toEqual([7, 8]);
    expect(record.committed.flatMap((batch) => batch.events.map((e) => e.id))).toEqual([7, 8]);
    const { rows } = await database.pool.query(
      'select id, type, is_active, ended_at, duration, forebear_id from event order by id',
    );
    expect(rows).toEqual([
      { id: 7, type: 'alarm_on', is_active: false, ended_at: t0 + 5_000, duration: 5_000, forebear_id: null },
      { id: 8, type: 'alarm_off', is_active: false, ended_at: null, duration: null, forebear_id: 7 },
    ]);
    const jobs = await database.pool.query(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'test-mail'`,
    );
    expect(jobs.rows[0].n).toBe(2);
  });

  // spec: decisions 8 On reactivation of a suspended site or device every alarm that stands is told once
  it('queues work for events that notify again after a suspension', async () => {
    const again: number[] = [];
    await frameWriter.stop();
    await startFrameWriter({
      enqueue: async (_transaction, { changes }) => {
        again.push(...changes.map((change) => change.id));
      },
    });
    await put({ events: [event({ id: 7, at: t0 })], hasDeviceState: true });
    await put({ changes: [{ kind: 'again', id: 7, deviceId: device(1) }] });
    expect(again).toEqual([7]);
  });

  it('makes a late alarm live when the clock rule requires it', async () => {
    await put({ events: [event({ id: 9, late: true, active: false, notified: false })] });
    await put({
      changes: [{ kind: 'live', id: 9, deviceId: device(1), at: t0 - 1_000, event: event({ id: 9, at: t0 - 1_000 }) }],
    });
    const { rows } = await database.pool.query(
      'select at, is_late, is_active, is_notified, duration from event where id = 9',
    );
    expect(rows).toEqual([{ at: t0 - 1_000, is_late: false, is_active: true, is_notified: true, duration: null }]);
  });
});

describe('duplicates', () => {
  it('are stored once and counted, beside new frames of the same batch', async () => {
    await put({ frames: [frame({ seq: 1 })] });
    const both = put({ frames: [frame({ seq: 1 }), frame({ seq: 2 })] });
    const other = put({ deviceId: device(2), frames: [frame({ seq: 1 })] });
    expect(await both).toEqual(['stored', 1]);
    expect(await other).toEqual(['stored', 0]);
    expect((await stored()).map((row) => [row.device_id, row.seq])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
  });

  it("are recognized by the device's own time, live, late and within one batch", async () => {
    await put({ frames: [frame({ seq: 1, ts: t0 + 500, deviceTs: t0 })] });
    expect(await put({ lateFrames: [frame({ seq: 1, ts: t0 + 520, deviceTs: t0 })] })).toEqual(['duplicate', 1]);
    const late = frame({ seq: 2, ts: t0 - 7_200_000 });
    expect(await put({ lateFrames: [late, late] })).toEqual(['stored', 1]);
    expect(await put({ lateFrames: [late] })).toEqual(['duplicate', 1]);
    expect(await stored('frame_late')).toHaveLength(1);
  });

  it('without a boot of their own are recognized by seq and content whatever the boot', async () => {
    const late = frame({ ts: t0 - 7_200_000, seq: 3 });
    await put({ lateFrames: [late] });
    expect(await put({ lateFrames: [{ ...late, boot: 2 }] })).toEqual(['duplicate', 1]);
    expect(await put({ lateFrames: [{ ...late, boot: 2, given: SEQ_GIVEN | BOOT_GIVEN }] })).toEqual(['stored', 0]);
  });

  it('without a seq of their own are recognized by content; different content is stored under the next free seq', async () => {
    const late = frame({ ts: t0 - 7_200_000, seq: 0, given: 0 });
    await put({ lateFrames: [late] });
    expect(await put({ lateFrames: [late] })).toEqual(['duplicate', 1]);
    expect(await put({ lateFrames: [{ ...late, values: Float64Array.of(1, 2, 3) }] })).toEqual(['stored', 0]);
    expect((await stored('frame_late')).map((row) => row.seq)).toEqual([0, 1]);
    expect(frameWriter.metrics.conflicts).toBe(1);
  });

  it('of a live frame are recognized by comparing only the values sent', async () => {
    const flags = Uint8Array.of(SENT, 0, 0);
    await put({ frames: [frame({ seq: 0, given: 0, flags, values: Float64Array.of(5, 6, 7) })] });
    const again = frame({ seq: 0, given: 0, flags, values: Float64Array.of(5, Number.NaN, Number.NaN) });
    expect(await put({ lateFrames: [again] })).toEqual(['duplicate', 1]);
  });
});

describe('a wrong clock, once detected', () => {
  it('moves frames and events received since then, stored and queued, but not earlier ones', async () => {
    const wrong = (seq: number, ts: number) => frame({ seq, ts, receivedAt: t0 + seq });
    await put({ frames: [wrong(1, t0)], events: [event({ id: 1, at: t0, receivedAt: t0 + 1 })] });
    await put({ frames: [wrong(2, t0 + 1_000)], events: [event({ id: 2, at: t0 + 1_000, receivedAt: t0 + 2 })] });
    await put({ lateFrames: [wrong(3, t0 - 10_000_000)] });
    frameWriter.put(entry({ frames: [wrong(4, t0 + 3_000)] }));
    await put({ restamp: { sinceReceivedAt: t0 + 2, deltaMs: 50_000 }, frames: [wrong(5, t0 + 4_000)] });
    const times = (rows: { seq: number; ts: number; device_ts: number }[]) =>
      rows.map((r) => [r.seq, r.ts - t0, r.device_ts && r.device_ts - t0]);
    expect(times(await stored()).sort()).toEqual(
      [
        [1, 0, null],
        [2, 51_000, 1_000],
        [4, 53_000, 3_000],
        [5, 4_000, null],
        [3, -9_950_000, -10_000_000],
      ].sort(),
    );
    const { rows } = await database.pool.query('select id, at from event order by id');
    expect(rows).toEqual([
      { id: 1, at: t0 },
      { id: 2, at: t0 + 51_000 },
    ]);
  });
});

describe('late frames', () => {
  it('that are all duplicates store no events', async () => {
    const late = frame({ ts: t0 - 7_200_000 });
    await put({ lateFrames: [late], events: [event({ id: 1, late: true })] });
    await put({ lateFrames: [late], events: [event({ id: 2, late: true })] });
    await put({ lateFrames: [late, { ...late, seq: 2 }], events: [event({ id: 3, late: true })] });
    const { rows } = await database.pool.query('select id from event order by id');
    expect(rows.map((row) => row.id)).toEqual([1, 3]);
  });

  it('make their hour pending again, once for all of them, with the time of the first and the last', async () => {
    await put({ lateFrames: [frame({ ts: t0 - 7_200_000 }), frame({ ts: t0 - 7_100_000, seq: 2 })] });
    clock.advanceTo(clock.now() + 1_000);
    await put({ lateFrames: [frame({ ts: t0 - 7_000_000, seq: 3 })] });
    const { rows } = await database.pool.query(
      'select device_id, t0, late_last - late_first as quiet, rev from pending_hour',
    );
    expect(rows).toEqual([{ device_id: 1, t0: t0 - 7_200_000, quiet: 1_000, rev: 2 }]);
  });

  it('include live ones whose hour is closed or whose day has no partition', async () => {
    await database.pool.query('update history_closed set closed_until = $1', [t0]);
    const outcome = await put({
      frames: [frame({ ts: t0 - 1 }), frame({ ts: t0 + 40 * 86_400_000, seq: 2 }), frame({ seq: 3 })],
    });
    await database.pool.query('update history_closed set closed_until = 0');
    expect(outcome).toEqual(['stored', 0]);
    expect((await stored()).map((row) => row.seq)).toEqual([3]);
    expect((await stored('frame_late')).map((row) => row.seq)).toEqual([1, 2]);
  });
});

describe('an unavailable database', () => {
  const cut = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tocsin keep' and datname = current_database()`,
    );

  it('receives the same batch again until it is committed, each frame and event once', async () => {
    const outcomes: Promise<unknown>[] = [];
    let seq = 0;
    // The connection may be cut between two batches, so this continues until batches were received again.
    while (seq < 60 || frameWriter.metrics.retries < 3) {
      seq++;
      outcomes.push(
        put({ frames: [frame({ seq, ts: t0 + seq })], hasDeviceState: true, events: [event({ id: 100 + seq })] }),
      );
      await sleep(5);
      if (seq % 4 === 0) await cut();
    }
    expect(new Set((await Promise.all(outcomes)).map(String))).toEqual(new Set(['stored,0']));
    expect(await stored()).toHaveLength(seq);
    const { rows } = await database.pool.query('select count(*)::int as n from event');
    expect(rows[0].n).toBe(seq);
    expect(record.committed.flatMap((batch) => batch.events)).toHaveLength(seq);
  });

  it('fills the queue up to its limit, which is reported, and so is the end', async () => {
    await frameWriter.stop();
    await startFrameWriter({ bounds: { queueBytes: 2_000 } });
    const outcomes = [1, 2, 3, 4, 5, 6, 7, 8].map((seq) => put({ frames: [frame({ seq, ts: t0 + seq })] }));
    expect(frameWriter.full()).toBe(true);
    const waited = clock.now();
    clock.advanceTo(waited + 11_000);
    expect(frameWriter.storedUntil()).toBe(waited);
    await new Promise<void>((resolve) => frameWriter.whenRoom(resolve));
    expect(frameWriter.full()).toBe(false);
    await Promise.all(outcomes);
    expect(frameWriter.storedUntil()).toBe(clock.now());
  });

  it('makes the writer stop without acknowledging', async () => {
    await frameWriter.stop();
    await startFrameWriter({ address: { ...database.address, port: 1 } }).catch(() => {});
    await startFrameWriter();
    const outcome = put({ frames: [frame()] });
    frameWriter.abandon();
    expect(await outcome).toEqual(['again', 0]);
    expect(record.discarded).toEqual(['all']);
  });
});
