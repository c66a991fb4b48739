import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { createJobs, enqueueJob } from './jobs.ts';
import { createLog } from './log.ts';
import { testDatabase } from './testing/database.ts';

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
