import { loadPerson } from '../access/store.ts';
import { createTaskReminder, taskReminder } from '../features/maintenance-tasks/index.ts';
import { createRespondAgain, createTakeBack, respondAgainTask, takeBackTask } from '../features/notifications/index.ts';
import { createReview, reviewTask } from '../features/out-of-service/index.ts';
import { deleteHistory } from '../history/retain/delete-history.ts';
import { enqueueEscalation } from '../notify/index.ts';
import type { Database } from '../platform/db.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { enqueueScheduled, scheduledTasks } from '../platform/scheduled-jobs.ts';
import { type ScheduleSources, scheduleOf } from './schedule.ts';

/** How often it is checked that every scheduled job has a next run. */
const checkMs = 60_000;

/** The jobs that are neither mails nor rules: those of the schedule, and single ones at a time that an event sets. */
export function createHousekeeping({
  database,
  ...sources
}: Omit<ScheduleSources, 'db' | 'deleteHistory'> & { readonly database: Database }): Jobs {
  const { config, clock, log, incidents } = sources;
  const { db, pool, address, connections } = database;
  const schedule = scheduleOf({ ...sources, db, deleteHistory: (id) => deleteHistory(pool, id, sources.clock.now()) });
  const dependencies = { db, clock, log };
  const { publicUrl } = config;
  const tasks = {
    ...scheduledTasks(dependencies, schedule),
    [respondAgainTask]: createRespondAgain({ db, clock, publicUrl, loadPerson }),
    [takeBackTask]: createTakeBack({ db, clock, escalate: enqueueEscalation, changed: incidents.changed }),
    [reviewTask]: createReview({ db, clock, publicUrl }),
    [taskReminder]: createTaskReminder({ db, clock, publicUrl }),
  };
  const jobs = createJobs({
    address,
    clock,
    log,
    name: 'jobs',
    concurrency: 2,
    connections: connections.jobs,
    tasks,
    hasQueues: true,
  });
  let cancel = () => {};
  let isStopped = false;
  const check = async (): Promise<void> => {
    await enqueueScheduled(dependencies, schedule).catch((error: unknown) =>
      log.warn('could not check the scheduled jobs; retrying', { error }),
    );
    if (!isStopped) cancel = clock.after(checkMs, () => void check());
  };
  return {
    async start() {
      await jobs.start();
      await check();
    },
    async stop() {
      isStopped = true;
      cancel();
      await jobs.stop();
    },
  };
}
