import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hourMs } from '../../history/codec/hour.ts';
import { Compactor } from '../../history/compact/compactor.ts';
import { readDuplicates } from '../../history/dedupe/find-duplicates.ts';
import { readHotFrames, readVersions } from '../../history/read/store.ts';
import { drivenClock } from '../../platform/clock.ts';
import type { FaultPoint, InjectFault } from '../../platform/fault-injection.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type AcceptedFrame, BOOT_GIVEN, SEQ_GIVEN, type WriteEntry } from '../types.ts';
import type { FinishedHours } from './finished-hours.ts';
import { FrameWriter } from './frame-writer.ts';
import { awaited, device, emptyCatalog, frame, recordingCallbacks, runCompactionJob, t0 } from './testing/persist.ts';

const database = testDatabase();
const log = createLog('silent');
const id = device(1);

const finishedHours: FinishedHours = {
  async find(rows) {
    const query = rows.map((row) => ({ deviceId: id, deviceTs: row.frame.deviceTs, content: true }));
    const { duplicates, read } = await readDuplicates(database.pool, { rows: query });
    const withContent = duplicates.map((ofRow) =>
      ofRow.map(({ content, ...key }) => ({ ...key, content: () => content ?? frame() })),
    );
    return { duplicates: withContent, read };
  },
  versions: readVersions,
};

/** What happens to the device's data, in order. Each step after the clock has advanced by `afterMs`. */
type Step = { readonly afterMs: number; readonly killAt: FaultPoint | null } & (
  | {
      readonly kind: 'post';
      /** Hours before now; 0: live. */
      readonly hoursAgo: number;
      readonly frames: number;
      readonly stepMs: number;
      readonly layoutId: number;
      readonly clockOffMs: number;
      readonly given: number;
    }
  | { readonly kind: 'again'; readonly from: number; readonly frames: number; readonly live: boolean }
  | { readonly kind: 'moved'; readonly since: number; readonly deltaMs: number }
  | { readonly kind: 'round' }
);

const everyGiven = [SEQ_GIVEN | BOOT_GIVEN, SEQ_GIVEN | BOOT_GIVEN, SEQ_GIVEN, BOOT_GIVEN, 0];
const killPoints: readonly FaultPoint[] = ['cut', 'begun', 'frames', 'written', 'committed', 'published'];
const sometimesKilled = fc.option(fc.constantFrom(...killPoints), { freq: 2 });
const common = { afterMs: fc.nat(400_000), killAt: sometimesKilled };
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('post' as const),
        hoursAgo: fc.constantFrom(0, 0, 0, 1, 2),
        frames: fc.constantFrom(1, 3, 16, 30, 60),
        stepMs: fc.constantFrom(0, 3, 900, 70_000),
        layoutId: fc.constantFrom(1, 1, 1, 2),
        clockOffMs: fc.constantFrom(0, 0, 0, 9_000, -hourMs),
        given: fc.constantFrom(...everyGiven),
        ...common,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('again' as const),
        from: fc.nat(200),
        frames: fc.integer({ min: 1, max: 80 }),
        live: fc.boolean(),
        ...common,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('moved' as const),
        since: fc.nat(200),
        deltaMs: fc.constantFrom(50_000, -50_000, -2 * hourMs),
        afterMs: fc.nat(10_000),
        // What is committed is not done again: the device's state knows it.
        killAt: fc.option(fc.constantFrom(...killPoints.slice(0, 4)), { freq: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('round' as const), ...common }) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** Plays the steps and returns all chunks, and what was read before they were written. */
async function play(all: readonly Step[], form: 'together' | 'one by one') {
  const { pool } = database;
  await pool.query(
    'truncate frame, frame_late, frame_bundle, frame_bundle_late, pending_hour, device_latest, chunk, slots',
  );
  await pool.query('update history_closed set closed_until = 0, closed_by = null');
  const clock = drivenClock(t0);
  let armed: FaultPoint | null = null;
  const start = async () => {
    let isDead = false;
    let died: () => void = () => {};
    const death = new Promise<'died'>((resolve) => {
      died = () => resolve('died');
    });
    const injectFault: InjectFault = (point) => {
      if (!isDead && point !== armed) return;
      isDead = true;
      armed = null;
      died();
      return new Promise(() => {});
    };
    const options = { address: database.address, log, clock, catalog: emptyCatalog, finishedHours, injectFault };
    const writer = new FrameWriter({ ...options, bounds: { gatherMs: 1 } });
    await writer.start(recordingCallbacks().callbacks);
    return { writer, death };
  };
  let { writer, death } = await start();
  const put = async (entries: readonly Partial<WriteEntry>[]): Promise<void> => {
    for (;;) {
      const outcomes = entries.map((overrides) => {
        const [entry, outcome] = awaited({ deviceId: id, ...overrides });
        writer.put(entry);
        return outcome;
      });
      const result = await Promise.race([death, Promise.all(outcomes)]);
      if (result !== 'died') return expect(result.map(([one]) => one)).not.toContain('again');
      await pool.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where application_name = 'tocsin keep' and datname = current_database()`,
      );
      ({ writer, death } = await start());
    }
  };
  const store = (lane: 'frames' | 'lateFrames', frames: readonly AcceptedFrame[]) =>
    put(form === 'together' ? [{ [lane]: frames }] : frames.map((one) => ({ [lane]: [one] })));
  const compactor = new Compactor({
    pool,
    log,
    dependencies: {
      // Hours are written as they are.
      evaluateHour: () => Promise.reject(new Error('not evaluated')) as never,
      device: async () => null,
      committed: () => {},
      now: () => clock.now(),
    },
    retention: { fullDays: 400, slotsDays: 3_650 },
  });
  const sent: AcceptedFrame[] = [];
  const read: unknown[] = [];
  let newest = t0;
  let seq = 0;
  const post = ({ hoursAgo, frames: n, stepMs, layoutId, clockOffMs, given }: Step & { kind: 'post' }) => {
    const begin = hoursAgo === 0 ? newest + 1 : clock.now() - hoursAgo * hourMs;
    const frames = Array.from({ length: n }, (_, i) => {
      const ts = begin + i * stepMs;
      seq++;
      return frame({
        ts,
        deviceTs: ts - clockOffMs,
        boot: given & BOOT_GIVEN ? 1 + (n % 2) : 1,
        // Without one of its own, the device's stage counts those of the same time.
        seq: given & SEQ_GIVEN ? seq : hoursAgo === 0 && stepMs === 0 ? i : 0,
        given,
        layoutId,
        receivedAt: clock.now(),
        n: layoutId + 1,
        values: Float64Array.from({ length: layoutId + 1 }, (_, sensor) => Math.sin(seq + sensor) * 100),
      });
    });
    if (hoursAgo === 0) newest = frames[n - 1].ts;
    sent.push(...frames);
    return store(hoursAgo === 0 ? 'frames' : 'lateFrames', frames);
  };
  const finish = async () => {
    clock.advanceTo(clock.now() + 76 * 60_000);
    await runCompactionJob(compactor, pool);
  };
  for (const step of all) {
    clock.advanceTo(clock.now() + step.afterMs);
    newest = Math.max(newest, clock.now() - 60_000);
    if (form === 'together') armed = step.kind === 'round' ? null : step.killAt;
    if (step.kind === 'post') await post(step);
    else if (step.kind === 'again') {
      const from = sent.length === 0 ? 0 : step.from % sent.length;
      const lane = step.live ? 'frames' : 'lateFrames';
      if (sent.length > 0) await store(lane, sent.slice(from, from + step.frames));
    } else if (step.kind === 'moved') {
      const since = sent[step.since % Math.max(1, sent.length)]?.receivedAt;
      if (since) await put([{ restamp: { sinceReceivedAt: since, deltaMs: step.deltaMs } }]);
    } else await finish();
    armed = null;
    const client = await pool.connect();
    const { frames, late } = await readHotFrames(
      { client, archived: async () => null, refuseMissing: async () => {} },
      id,
      t0 - hourMs + 1_234,
      newest - 5,
      [],
    );
    read.push(frames, late);
    client.release();
  }
  for (let left = 1; left > 0; ) {
    await finish();
    left = (await pool.query('select from pending_hour')).rowCount ?? 0;
    if (left > 0) await sleep(1);
  }
  await writer.stop();
  const { rows } = await pool.query(
    'select t0, part, n, device_ts_from, device_ts_to, layout_ids, keys, p from chunk order by t0, part',
  );
  const late = await pool.query('select ts from frame_late union all select ts from frame_bundle_late');
  expect(late.rowCount).toBe(0);
  return { read, chunks: rows };
}

it('posts, overlaps, late and moved frames and kills become the same chunks as frames that come one by one', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      expect(await play(all, 'together')).toEqual(await play(all, 'one by one'));
    }),
    { numRuns: 8 },
  );
});
