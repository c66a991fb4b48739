import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, drivenClock } from '../../platform/clock.ts';
import { connectionOf } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase, untilLockAwaited } from '../../platform/testing/database.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { createWatch, type Watch } from './watch.ts';

const database = testDatabase();
const log = createLog('silent');
const start = Date.UTC(2026, 10, 20, 12);
let clock = drivenClock(start);
let watch: Watch;

const begin = async (): Promise<void> => {
  watch = createWatch({ address: database.address, clock, log });
  await watch.start();
};
const gaps = async (): Promise<unknown[]> => {
  const { rows } = await database.pool.query('select kind, from_at, to_at from monitoring_gap order by id');
  return rows.map((row) => [row.kind, (row.from_at - start) / 1_000, (row.to_at - start) / 1_000]);
};
const seen = async (): Promise<number> =>
  ((await database.pool.query('select seen_at from monitoring_watch')).rows[0]?.seen_at - start) / 1_000;
/** Beats are written by the time this resolves. */
const beatsTo = async (seconds: number): Promise<void> => {
  for (let at = clock.now() + 5_000; at <= start + seconds * 1_000; at += 5_000) {
    clock.advanceTo(at);
    const want = (at - start) / 1_000;
    await eventually(async () => expect(await seen()).toBeGreaterThanOrEqual(want));
  }
};

beforeEach(async () => {
  await database.pool.query(`alter table monitoring_gap disable trigger all; delete from monitoring_gap; delete from monitoring_watch;
    alter table monitoring_gap enable trigger all`);
  clock = drivenClock(start);
  await begin();
});
afterEach(async () => {
  await watch.stop();
});

describe('the record of periods without monitoring', () => {
  it('is empty while the server runs, and over a short restart', async () => {
    await beatsTo(30);
    await watch.stop();
    clock.advanceTo(start + 40_000);
    await begin();
    expect(await gaps()).toEqual([]);
  });

  it('has the time in which the server was stopped, to the second', async () => {
    await beatsTo(30);
    clock.advanceTo(start + 33_000);
    await watch.stop();
    clock.advanceTo(start + 100_000);
    await begin();
    expect(await gaps()).toEqual([['server', 33, 100]]);
  });

  it('has the time in which it was killed, from its last sign of life', async () => {
    await beatsTo(30);
    const killed = watch;
    const later = drivenClock(start + 100_000);
    clock = later;
    await begin();
    expect(await gaps()).toEqual([['server', 30, 100]]);
    await killed.stop();
  });

  it('identifies a database that did not answer', async () => {
    await beatsTo(10);
    const blocker = new pg.Client(connectionOf(database.address));
    await blocker.connect();
    await blocker.query('begin; lock table monitoring_watch in access exclusive mode');
    clock.advanceTo(start + 15_000);
    await untilLockAwaited(database.pool);
    clock.advanceTo(start + 75_000);
    await blocker.query('commit');
    await blocker.end();
    await eventually(async () => expect(await gaps()).toEqual([['database', 10, 75]]));
  });

  it('from a process that stalled and resumed late', async () => {
    await watch.stop();
    let now = start + 5_000;
    let fire = () => {};
    const late: Clock = {
      now: () => now,
      after: (_ms, fn) => {
        fire = fn;
        return () => {};
      },
    };
    watch = createWatch({ address: database.address, clock: late, log });
    await watch.start();
    now = start + 95_000;
    fire();
    await eventually(async () => expect(await gaps()).toEqual([['standstill', 5, 95]]));
  });

  it.each(['update monitoring_gap set to_at = to_at + 1', 'delete from monitoring_gap', 'truncate monitoring_gap'])(
    'is never changed: %s',
    async (statement) => {
      await database.pool.query(`insert into monitoring_gap (kind, from_at, to_at) values ('server', 1, 2)`);
      await expect(database.pool.query(statement)).rejects.toThrow('never changed');
    },
  );
});
