import { createForgetting, enqueueCleanup, forgetTask } from '../features/accounts/index.ts';
import { aliveTask, createAliveMail, type HealthDependencies } from '../features/health/index.ts';
import { addAnchor } from '../features/inspection/index.ts';
import { forgetInvitations } from '../features/invitations/index.ts';
import { createRssReader, enqueueRssRead, rssTask } from '../features/settings/index.ts';
import { createPurge, enqueuePurge, purgeTask } from '../features/trash/index.ts';
import { deleteHistory } from '../history/retain/delete-history.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';

/** Scheduled jobs: one of each kind for all processes; each run schedules the next. */
export function createHousekeeping({
  config,
  database,
  clock,
  log,
  health,
}: {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<HealthDependencies, 'metrics'>;
}): Jobs {
  const { db, pool, address } = database;
  const purge = createPurge({ db, clock, log, deleteHistory: (id) => deleteHistory(pool, id) });
  const tasks = {
    [purgeTask]: purge,
    [rssTask]: createRssReader({ db, clock, log }),
    [forgetTask]: createForgetting({ db, clock, others: [forgetInvitations] }),
    [aliveTask]: createAliveMail({
      db,
      clock,
      publicUrl: config.publicUrl,
      metrics: health.metrics,
      anchorRecords: addAnchor,
    }),
  };
  const jobs = createJobs({ address, clock, log, name: 'jobs', concurrency: 2, tasks });
  return {
    async start() {
      await jobs.start();
      await enqueuePurge(db, new Date(clock.now()));
      await enqueueRssRead(db, new Date(clock.now()));
      await enqueueCleanup(db, new Date(clock.now()));
    },
    stop: jobs.stop,
  };
}
