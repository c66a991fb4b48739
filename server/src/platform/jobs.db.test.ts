import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { drivenClock, systemClock } from './clock.ts';
import { createJobs, enqueueJob } from './jobs.ts';
import { createLog } from './log.ts';
import { testDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';

const database = testDatabase();
const inAQueue = 30;

it('runs the jobs of a queue one after the other, also those that come while one runs, without waiting for a poll', async () => {
  const { db, address } = database;
  const ran: number[] = [];
  const all = new Promise<void>((resolve) => {
    const jobs = createJobs({
      address,
      clock: systemClock,
      log: createLog('silent'),
      name: 'test',
      hasQueues: true,
      // What is not found at once is found by nobody.
      pollMs: 3_600_000,
      tasks: {
        async chain(payload) {
          const n = Number(Reflect.get(Object(payload), 'n'));
          ran.push(n);
          if (n < inAQueue) await enqueueJob(db, { task: 'chain', payload: { n: n + 1 }, queue: 'one' });
          else setImmediate(() => void jobs.stop().then(resolve));
        },
      },
    });
    void jobs.start().then(() => enqueueJob(db, { task: 'chain', payload: { n: 1 }, queue: 'one' }));
  });
  await all;
  expect(ran).toEqual(Array.from({ length: inAQueue }, (_, n) => n + 1));
});

it('finds a job whose queue another look held as it came, without waiting for a poll', async () => {
  const { db, address } = database;
  const clock = drivenClock(Date.now());
  const ran: string[] = [];
  const note = (name: string) => async () => void ran.push(name);
  const jobs = createJobs({
    address,
    clock,
    log: createLog('silent'),
    name: 'test',
    concurrency: 1,
    pollMs: 3_600_000,
    hasQueues: true,
    tasks: { queued: note('queued'), free: note('free') },
  });
  await jobs.start();
  await enqueueJob(db, { task: 'queued', payload: {}, queue: 'held' });
  const later = (): void => clock.advanceTo(clock.now() + 100);
  // The first look of the start can meet this one, so that both find nothing.
  await eventually(() => {
    later();
    expect(ran).toEqual(['queued']);
  });
  await enqueueJob(db, { task: 'free', payload: {} });
  await eventually(() => {
    later();
    expect(ran).toEqual(['queued', 'free']);
  });
  clock.advanceTo(clock.now() + 10_000);
  ran.length = 0;
  await db.transaction().execute(async (holding) => {
    // As the library does while it chooses a job for another worker.
    await sql`select from graphile_worker._private_job_queues for no key update`.execute(holding);
    await db.transaction().execute(async (trx) => {
      await enqueueJob(trx, { task: 'queued', payload: {}, queue: 'held', priority: -1 });
      await enqueueJob(trx, { task: 'free', payload: {} });
    });
    await eventually(() => expect(ran).toEqual(['free']));
    // The only worker looks again once it has finished this job.
    await eventually(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'free'`.execute(db);
      expect(rows).toEqual([]);
    });
  });
  await eventually(() => {
    later();
    expect(ran).toEqual(['free', 'queued']);
  });
  await jobs.stop();
});
