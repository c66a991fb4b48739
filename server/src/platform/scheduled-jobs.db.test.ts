import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drivenClock, systemClock } from './clock.ts';
import { createJobs, enqueueJob, type Jobs } from './jobs.ts';
import { createLog } from './log.ts';
import { enqueueScheduled, nextDue, runSoon, type ScheduledJob, scheduledTasks } from './scheduled-jobs.ts';
import { testDatabase } from './testing/database.ts';

const database = testDatabase();
const log = createLog('silent');
const minute = 60_000;
const began = Date.parse('2026-11-20T03:12:10Z');
const open: Jobs[] = [];

beforeEach(async () => {
  await sql`delete from scheduled_job`.execute(database.db);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.stop();
});

const job = (run: () => Promise<void>, over: Partial<ScheduledJob> = {}): ScheduledJob => ({
  task: 'look',
  everyMs: minute,
  run,
  ...over,
});
const queued = async () => {
  const { rows } = await sql<{ key: string; run_at: Date; attempts: number }>`select key, run_at, attempts
    from graphile_worker.jobs order by key, run_at`.execute(database.db);
  return rows.map(({ key, run_at, attempts }) => ({ key, at: run_at.getTime(), attempts }));
};
const stored = async () => {
  const { rows } = await sql<{ due_at: Date; failures: number; error: string; succeeded_at: Date | null }>`
    select due_at, failures, error, succeeded_at from scheduled_job`.execute(database.db);
  return rows[0];
};

describe('the next time of a job', () => {
  it('is counted from its last one, whenever the run ended, or by the clock when it is aligned', () => {
    const hourly = job(async () => {}, { everyMs: 60 * minute });
    expect(nextDue(hourly, began, began)).toBe(began + 60 * minute);
    expect(nextDue(hourly, began, began + 61 * minute)).toBe(began + 120 * minute);
    expect(nextDue({ ...hourly, isAligned: true }, began, began)).toBe(Date.parse('2026-11-20T04:00:00Z'));
  });

  it('comes soon after the clock was set back', () => {
    const next = nextDue(
      job(async () => {}),
      began,
      began - 90 * minute,
    );
    expect(next).toBeGreaterThan(began - 90 * minute);
    expect(next).toBeLessThanOrEqual(began - 89 * minute);
  });
});

describe('a job of the schedule', () => {
  it('that throws 25 times runs 25 times, each at its usual time, and says why it failed', async () => {
    const clock = drivenClock(began);
    let runs = 0;
    let isWell = false;
    const jobs = [
      job(async () => {
        runs++;
        if (!isWell) throw new Error('a bad row');
      }),
    ];
    const dependencies = { db: database.db, clock, log };
    await enqueueScheduled(dependencies, jobs);
    const run = scheduledTasks(dependencies, jobs).look;
    for (let n = 1; n <= 25; n++) {
      await run?.({});
      expect(runs).toBe(n);
      expect(await stored()).toMatchObject({ failures: n, error: 'a bad row', due_at: new Date(began + n * minute) });
      expect(await queued()).toEqual([{ key: 'look', at: began + n * minute, attempts: 0 }]);
      clock.advanceTo(began + n * minute);
    }
    isWell = true;
    await run?.({});
    expect(await stored()).toMatchObject({ failures: 0, error: '', succeeded_at: new Date(began + 25 * minute) });
  });

  it('does not run again before it is due', async () => {
    const clock = drivenClock(Date.now() + 3_600_000);
    let runs = 0;
    const jobs = [job(async () => void runs++)];
    const dependencies = { db: database.db, clock, log };
    await enqueueScheduled(dependencies, jobs);
    const run = scheduledTasks(dependencies, jobs).look;
    await run?.({});
    await run?.({});
    expect(runs).toBe(1);
    await runSoon(database.db, 'look', new Date(clock.now()));
    await run?.({});
    expect(runs).toBe(2);
  });

  it('of a process that died in it is run again', async () => {
    const clock = drivenClock(began);
    const jobs = [job(async () => {})];
    const dependencies = { db: database.db, clock, log };
    await enqueueScheduled(dependencies, jobs);
    await sql`update scheduled_job set started_at = due_at`.execute(database.db);
    await scheduledTasks(dependencies, jobs).look?.({});
    expect(await stored()).toMatchObject({ succeeded_at: new Date(began) });
  });

  it('runs once when it is due, in whichever of several processes', async () => {
    let runs = 0;
    const jobs = [job(async () => void runs++, { everyMs: 60 * minute })];
    const dependencies = { db: database.db, clock: systemClock, log };
    const make = (name: string) =>
      createJobs({
        address: database.address,
        clock: systemClock,
        log,
        name,
        concurrency: 2,
        tasks: scheduledTasks(dependencies, jobs),
        hasQueues: true,
      });
    open.push(make('one'), make('two'), make('three'));
    for (const each of open) await each.start();
    await Promise.all(open.map(() => enqueueScheduled(dependencies, jobs)));
    await expect.poll(async () => (await stored())?.succeeded_at ?? null).not.toBeNull();
    await Promise.all(open.map(() => enqueueScheduled(dependencies, jobs)));
    await expect.poll(queued).toEqual([{ key: 'look', at: (await stored())?.due_at.getTime(), attempts: 0 }]);
    expect(runs).toBe(1);
  });
});

describe('the jobs that 2.0.0 has queued', () => {
  const of2 = (key: string, at: number) =>
    enqueueJob(database.db, { task: key, payload: {}, key, runAt: new Date(at), priority: 5 });

  it('keep their time, are not doubled, and go on when they had been given up', async () => {
    await of2('look', began + minute / 2);
    await of2('daily', began + 20 * 60 * minute);
    await of2('given up', began - 60 * minute);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`.execute(
      database.db,
    );
    const jobs = [
      job(async () => {}),
      job(async () => {}, { task: 'daily', everyMs: 24 * 60 * minute }),
      job(async () => {}, { task: 'given up' }),
      job(async () => {}, { task: 'new', everyMs: 10_000 }),
    ];
    const dependencies = { db: database.db, clock: drivenClock(began), log };
    for (let starts = 0; starts < 3; starts++) await enqueueScheduled(dependencies, jobs);
    expect(await queued()).toEqual([
      { key: 'daily', at: began + 20 * 60 * minute, attempts: 0 },
      { key: 'given up', at: began, attempts: 0 },
      { key: 'look', at: began + minute / 2, attempts: 0 },
      { key: 'new', at: began, attempts: 0 },
    ]);
  });

  it('which this version does not have any more leave the schedule', async () => {
    const dependencies = { db: database.db, clock: drivenClock(began), log };
    await enqueueScheduled(dependencies, [job(async () => {}, { task: 'former' })]);
    await enqueueScheduled(dependencies, [job(async () => {})]);
    const { rows } = await sql<{ task: string }>`select task from scheduled_job`.execute(database.db);
    expect(rows).toEqual([{ task: 'look' }]);
  });
});
