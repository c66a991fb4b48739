import { DeviceId } from '@tocsin/contract/ids';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import { awaited, device, emptyCatalog, frame, recordingCallbacks, t0 } from '../pipeline/4-persist/testing/persist.ts';
import { drivenClock } from '../platform/clock.ts';
import { connectionOf } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { Ownership, type OwnershipDependencies } from './ownership.ts';
import { partitionCount, partitionOf } from './partition.ts';

const database = testDatabase();
const log = createLog('silent');
let running: Ownership[] = [];
beforeEach(async () => {
  await database.pool.query(`update partition_owner set owner = '', lease_until = '-infinity'`);
  await database.pool.query('delete from process');
});
afterEach(async () => {
  for (const one of running) await one.stop();
  running = [];
});

/** One of several processes; it receives the announcements of the others only when a test delivers them. */
const processNamed = (me: string, overrides: Partial<OwnershipDependencies> = {}) => {
  const heard: string[] = [];
  const one = new Ownership({
    me,
    log,
    address: database.address,
    roles: ['ingest'],
    alone: false,
    certain: false,
    gained: (partitions) => heard.push(`gained ${partitions.length}`),
    lost: (partitions) => heard.push(`lost ${partitions.length}`),
    drain: async () => {},
    publish: (moved) => {
      for (const other of running) other.heard(moved);
    },
    changed: () => {},
    ...overrides,
  });
  running.push(one);
  return Object.assign(one, { published: heard });
};
const expireLeases = (owner: string) =>
  database.pool.query(`update partition_owner set lease_until = now() - interval '1 second' where owner = $1`, [owner]);
const until = (look: () => boolean) => eventually(() => expect(look()).toBe(true));

it('spreads neighbouring devices over all partitions', () => {
  const all = new Set(Array.from({ length: 1_000 }, (_, i) => partitionOf(DeviceId.parse(i + 1))));
  expect([all.size, Math.min(...all), Math.max(...all)]).toEqual([partitionCount, 0, partitionCount - 1]);
});

it('does not start alone on a database that another process uses', async () => {
  await processNamed('a', { alone: true }).start();
  const second = processNamed('b', { alone: true, patienceMs: 500 });
  await expect(second.start()).rejects.toThrow('Another Tocsin process uses this database');
  expect(second.held).toBe(0);
});

it('starts at once after a killed process, and without waiting for leases where no other process can run', async () => {
  await database.pool.query(`update partition_owner set owner = 'killed', lease_until = now() + interval '1 hour'`);
  const one = processNamed('a', { alone: true, patienceMs: 500 });
  await one.start();
  expect(one.held).toBe(partitionCount);
  const another = processNamed('b', { alone: true, certain: true });
  await another.start();
  expect(another.held).toBe(partitionCount);
});

it('shares partitions with a new process, and takes all when the other one stops', async () => {
  const a = processNamed('a');
  await a.start();
  expect(a.held).toBe(partitionCount);
  const b = processNamed('b');
  await b.start();
  await until(() => a.held === partitionCount / 2 && b.held === partitionCount / 2);
  // A process that was suspended must verify its partitions before it uses them.
  await eventually(() => {
    for (let p = 0; p < partitionCount; p++) expect(a.holds(p)).not.toBe(b.holds(p));
  });
  await b.stop();
  await until(() => a.held === partitionCount);
});

it('ignores a process without the role', async () => {
  const web = processNamed('web', { roles: ['web'] });
  await web.start();
  expect(web.held).toBe(0);
});

it("takes a stalled owner's partitions despite its open transaction, and the owner notices", async () => {
  const a = processNamed('a');
  await a.start();
  const stalled = new pg.Client({ ...connectionOf(database.address), application_name: 'tocsin keep a' });
  const broken = new Promise((resolve) => stalled.on('error', resolve));
  await stalled.connect();
  await stalled.query('begin; select from partition_owner for key share');
  await expireLeases('a');
  // The announcement of a comes too late.
  const b = processNamed('b', { publish: () => {} });
  await b.start();
  await broken;
  expect(b.held).toBeGreaterThanOrEqual(partitionCount / 2);
  a.wake();
  await until(() => a.published.some((pipeline) => pipeline.startsWith('lost')));
  for (let p = 0; p < partitionCount; p++) if (b.holds(p)) expect(a.epochOf(p)).toBeUndefined();
});

it('refuses the batch of an owner whose epoch has ended: nothing is stored, published or acknowledged', async () => {
  const id = device(1);
  const partition = partitionOf(id);
  const published: string[] = [];
  const { rows } = await database.pool.query(
    `update partition_owner set owner = 'a', epoch = epoch + 1 where partition = $1 returning epoch`,
    [partition],
  );
  const frameWriter = new FrameWriter({
    address: database.address,
    log,
    clock: drivenClock(t0),
    catalog: emptyCatalog,
    name: 'a',
    bounds: { gatherMs: 1 },
    partitionEpochOf: () => ({ partition, epoch: rows[0].epoch }),
    enqueue: async () => void published.push('pending'),
    onFenced: () => published.push('fenced'),
  });
  const { callbacks } = recordingCallbacks();
  await frameWriter.start({ ...callbacks, discard: () => published.push('restored') });
  const [mine, stored] = awaited({ deviceId: id, frames: [frame()] });
  frameWriter.put(mine);
  expect(await stored).toEqual(['stored', 0]);
  await database.pool.query(`update partition_owner set owner = 'b', epoch = epoch + 1 where partition = $1`, [
    partition,
  ]);
  const [late, refused] = awaited({ deviceId: id, frames: [frame({ ts: t0 + 1_000, seq: 2 })] });
  frameWriter.put(late);
  expect(await refused).toEqual(['again', 0]);
  expect(published).toEqual(['restored', 'fenced']);
  const frames = await database.pool.query('select from frame');
  expect(frames.rowCount).toBe(1);
  await frameWriter.stop();
});
