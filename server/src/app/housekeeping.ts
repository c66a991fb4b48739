import { createForgetting, forgetTask, oweForgetting } from '../features/accounts/index.ts';
import { aliveTask, createAliveMail, type HealthParts } from '../features/health/index.ts';
import { forgetInvitations } from '../features/invitations/index.ts';
import { createRssReader, oweReading, rssTask } from '../features/settings/index.ts';
import { createPurge, owePurge, purgeTask } from '../features/trash/index.ts';
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
  readonly health: Pick<HealthParts, 'metrics'>;
}): Jobs {
  const { db, pool, address } = database;
  const purge = createPurge({ db, clock, log, deleteHistory: (id) => deleteHistory(pool, id) });
  const tasks = {
    [purgeTask]: purge,
    [rssTask]: createRssReader({ db, clock, log }),
    [forgetTask]: createForgetting({ db, clock, others: [forgetInvitations] }),
    [aliveTask]: createAliveMail({ db, clock, publicUrl: config.publicUrl, metrics: health.metrics }),
  };
  const jobs = createJobs({ address, clock, log, name: 'jobs', concurrency: 2, tasks });
  return {
    async start() {
      await jobs.start();
      await owePurge(db, new Date(clock.now()));
      await oweReading(db, new Date(clock.now()));
      await oweForgetting(db, new Date(clock.now()));
    },
    stop: jobs.stop,
  };
}
