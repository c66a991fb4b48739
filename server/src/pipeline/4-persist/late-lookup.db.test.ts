import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import type { FinishedHours, FoundDuplicates, LateRow } from './finished-hours.ts';
import { FrameWriter } from './frame-writer.ts';
import type { FrameWriterOptions } from './frame-writer-options.ts';
import {
  awaited,
  device,
  deviceStateRow,
  emptyCatalog,
  event,
  frame,
  recordingCallbacks,
  t0,
} from './testing/persist.ts';

const database = testDatabase();
const clock = drivenClock(t0 + 60_000);
const hoursAgo = (hours: number) => t0 - hours * 3_600_000;

/** Finished hours whose lookups the test answers. */
class HeldHours implements FinishedHours {
  readonly questions: { readonly rows: readonly LateRow[]; answer(result?: FoundDuplicates): void; fail(): void }[] =
    [];
  version = 'a';
  #heard: (() => void)[] = [];

  readonly find = (rows: readonly LateRow[]): Promise<FoundDuplicates> =>
    new Promise((resolve, reject) => {
      this.questions.push({
        rows,
        answer: (result = this.resultFor(rows)) => resolve(result),
        fail: () => reject(new Error('the thread is not running')),
      });
      for (const heard of this.#heard.splice(0)) heard();
    });

  readonly versions: FinishedHours['versions'] = async (_client, read) => read.map(() => this.version);

  /** The answer when frames with these keys are stored. */
  resultFor(rows: readonly LateRow[], stored: readonly { boot: number; seq: number }[] = []): FoundDuplicates {
    const devices = [...new Set(rows.map((row) => row.deviceId))];
    return {
      duplicates: rows.map(() => stored.map((key) => ({ ...key, content: () => frame() }))),
      read: devices.map((deviceId) => ({ deviceId, hours: [], least: 0, most: 0, version: this.version })),
    };
  }

  async question(n: number) {
    while (this.questions.length < n) await new Promise<void>((resolve) => this.#heard.push(resolve));
    return this.questions[n - 1];
  }
}

let hours: HeldHours;
let frameWriter: FrameWriter;
let record: ReturnType<typeof recordingCallbacks>['record'];
async function startFrameWriter(options: Partial<FrameWriterOptions> = {}, callbacks = recordingCallbacks()) {
  hours = new HeldHours();
  record = callbacks.record;
  frameWriter = new FrameWriter({
    address: database.address,
    log: createLog('silent'),
    clock,
    catalog: emptyCatalog,
    finishedHours: hours,
    ...options,
  });
  await frameWriter.start(callbacks.callbacks);
}
beforeEach(() => startFrameWriter());
afterEach(async () => {
  await frameWriter.stop(0);
  await database.pool.query('update history_closed set closed_until = 0');
  await database.pool.query('truncate frame, frame_late, frame_refused, pending_hour, device_latest, event');
});

const put = (overrides: Parameters<typeof awaited>[0]) => {
  const [newEntry, outcome] = awaited(overrides);
  frameWriter.put(newEntry);
  return outcome;
};
const storedKeys = async (table: 'frame' | 'frame_late') => {
  const { rows } = await database.pool.query(`select device_id, seq from ${table} order by device_id, ts, seq`);
  return rows.map((row) => [row.device_id, row.seq]);
};

describe('late frames', () => {
  it('do not delay frames of other devices while their duplicates are looked up', async () => {
    const late = put({ deviceId: device(1), lateFrames: [frame({ ts: hoursAgo(2) })], hasDeviceState: true });
    const question = await hours.question(1);
    for (let seq = 1; seq <= 5; seq++)
      expect(await put({ deviceId: device(2), frames: [frame({ seq, ts: t0 + seq })], hasDeviceState: true })).toEqual([
        'stored',
        0,
      ]);
    expect(await storedKeys('frame_late')).toEqual([]);
    question.answer();
    expect(await late).toEqual(['stored', 0]);
    expect(await storedKeys('frame_late')).toEqual([[1, 1]]);
  });

  it('delay later frames of their own device, to preserve their order', async () => {
    const order: string[] = [];
    const late = put({ lateFrames: [frame({ ts: hoursAgo(2) })] }).then(() => order.push('late'));
    const live = put({ frames: [frame({ seq: 2 })], hasDeviceState: true }).then(() => order.push('live'));
    const question = await hours.question(1);
    await put({ deviceId: device(2), frames: [frame()] });
    expect(order).toEqual([]);
    question.answer();
    await Promise.all([late, live]);
    expect(order).toEqual(['late', 'live']);
  });

  it('that keep coming are written in batches, each with its own row', async () => {
    await frameWriter.stop();
    let newestTs = 0;
    await startFrameWriter(
      {},
      recordingCallbacks((id) => deviceStateRow(id, { newestTs })),
    );
    newestTs = 1;
    const first = put({ lateFrames: [frame({ ts: hoursAgo(2) })], hasDeviceState: true });
    const one = await hours.question(1);
    newestTs = 2;
    const second = put({ lateFrames: [frame({ ts: hoursAgo(2) + 1, seq: 2 })], hasDeviceState: true });
    one.answer();
    expect(await first).toEqual(['stored', 0]);
    const [stored] = await frameWriter.loadDeviceStates([device(1)]);
    expect(stored.row.newestTs).toBe(1);
    (await hours.question(2)).answer();
    expect(await second).toEqual(['stored', 0]);
    const [after] = await frameWriter.loadDeviceStates([device(1)]);
    expect(after.row.newestTs).toBe(2);
  });

  it('that are already in finished hours are duplicates', async () => {
    const late = put({ lateFrames: [frame({ ts: hoursAgo(2) })], events: [event({ late: true })] });
    const question = await hours.question(1);
    question.answer(hours.resultFor(question.rows, [{ boot: 1, seq: 1 }]));
    expect(await late).toEqual(['duplicate', 1]);
    expect(await storedKeys('frame_late')).toEqual([]);
  });

  it('are looked up again when an hour was written between lookup and commit', async () => {
    const late = put({ lateFrames: [frame({ ts: hoursAgo(2) })] });
    const live = put({ deviceId: device(2), frames: [frame()], hasDeviceState: true });
    const question = await hours.question(1);
    const old = hours.resultFor(question.rows);
    hours.version = 'b';
    question.answer(old);
    const again = await hours.question(2);
    expect(await live).toEqual(['stored', 0]);
    again.answer(hours.resultFor(again.rows, [{ boot: 1, seq: 1 }]));
    expect(await late).toEqual(['duplicate', 1]);
    expect(await storedKeys('frame_late')).toEqual([]);
  });

  it('include live ones whose hour closed while queued: they are looked up without delaying their batch', async () => {
    await database.pool.query('update history_closed set closed_until = $1', [t0]);
    const belated = put({ frames: [frame({ ts: t0 - 1 })], hasDeviceState: true });
    const live = put({ deviceId: device(2), frames: [frame()], hasDeviceState: true });
    const question = await hours.question(1);
    expect(await live).toEqual(['stored', 0]);
    question.answer(hours.resultFor(question.rows, [{ boot: 1, seq: 1 }]));
    expect(await belated).toEqual(['stored', 1]);
    expect(await storedKeys('frame_late')).toEqual([]);
  });

  it('wait while their lookup fails, without delaying others', async () => {
    const bad = put({ deviceId: device(1), lateFrames: [frame({ ts: hoursAgo(2) })] });
    const first = await hours.question(1);
    const good = put({ deviceId: device(2), lateFrames: [frame({ ts: hoursAgo(2) })] });
    first.fail();
    (await hours.question(2)).fail();
    (await hours.question(3)).answer();
    expect(await good).toEqual(['stored', 0]);
    (await hours.question(4)).fail();
    (await hours.question(5)).answer();
    expect(await bad).toEqual(['stored', 0]);
    expect(frameWriter.late().lookups).toEqual({ failed: 3, gaveUp: 0 });
    expect(await database.pool.query('select from frame_refused')).toMatchObject({ rowCount: 0 });
  });

  it('are returned to the sender, with the frames behind them, when the lookup times out', async () => {
    await frameWriter.stop();
    await startFrameWriter({ bounds: { lookupWithinMs: 1 } });
    const outcomes = await Promise.all([
      put({ lateFrames: [frame({ ts: hoursAgo(2) })], hasDeviceState: true }),
      put({ frames: [frame({ seq: 2 })], hasDeviceState: true }),
    ]);
    expect(outcomes).toEqual([
      ['again', 0],
      ['again', 0],
    ]);
    expect(record.discarded).toEqual([[1]]);
    expect(frameWriter.late().lookups).toMatchObject({ gaveUp: 1 });
    expect(await put({ deviceId: device(2), frames: [frame()] })).toEqual(['stored', 0]);
    expect(await storedKeys('frame')).toEqual([[2, 1]]);
  });

  it('beyond their limit make only their own device wait', async () => {
    await frameWriter.stop();
    await startFrameWriter({ bounds: { lateBytes: 1_000 } });
    const late = [1, 2, 3, 4].map((seq) => put({ lateFrames: [frame({ seq, ts: hoursAgo(2) })] }));
    const question = await hours.question(1);
    expect([frameWriter.full(device(1)), frameWriter.full(device(2)), frameWriter.full()]).toEqual([
      true,
      false,
      false,
    ]);
    expect(frameWriter.metrics.lateHeld).toBe(1);
    question.answer();
    (await hours.question(2)).answer();
    await Promise.all(late);
    expect(frameWriter.full(device(1))).toBe(false);
  });

  it('of a released partition are returned to the sender', async () => {
    const late = put({ lateFrames: [frame({ ts: hoursAgo(2) })], hasDeviceState: true });
    const question = await hours.question(1);
    frameWriter.drop((id) => id === 1);
    expect(await late).toEqual(['again', 0]);
    question.answer();
    expect(await put({ deviceId: device(2), frames: [frame()] })).toEqual(['stored', 0]);
    expect(await storedKeys('frame_late')).toEqual([]);
  });

  it('mark only their own device as not recorded', async () => {
    const late = put({ lateFrames: [frame({ ts: hoursAgo(2) })] });
    const question = await hours.question(1);
    const since = clock.now();
    clock.advanceTo(since + 20_000);
    expect([frameWriter.storedUntil(device(1)), frameWriter.storedUntil(device(2)), frameWriter.storedUntil()]).toEqual(
      [since, clock.now(), clock.now()],
    );
    question.answer();
    await late;
  });
});

it('frames looked up behind a refused frame are returned to the sender', async () => {
  await frameWriter.stop();
  const held = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const injectFault: FrameWriterOptions['injectFault'] = (point) => {
    if (point !== 'cut') return undefined;
    cut.resolve();
    return held.promise;
  };
  await startFrameWriter({ injectFault });
  const refused = put({ frames: [frame({ seq: 1, receivedAt: Number.NaN })], hasDeviceState: true });
  await cut.promise;
  const late = put({ lateFrames: [frame({ ts: hoursAgo(2), seq: 2 })], hasDeviceState: true });
  (await hours.question(1)).answer();
  held.resolve();
  expect([await refused, await late].map(([outcome]) => outcome)).toEqual(['refused', 'again']);
  expect(await storedKeys('frame_late')).toEqual([]);
});
