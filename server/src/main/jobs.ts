import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../base/db.ts';
import { createJobs, type Jobs } from '../base/jobs.ts';
import type { Log } from '../base/log.ts';
import { deleteHistory } from '../flow/4-keep/history.ts';
import { createForgetting, forgetTask, oweForgetting } from '../rooms/accounts/index.ts';
import { aliveTask, createAliveMail, type HealthParts } from '../rooms/health/index.ts';
import { createPurge, owePurge, purgeTask } from '../rooms/removals/index.ts';
import { createRssReader, oweReading, rssTask } from '../rooms/settings/index.ts';

/** What is done by the clock and by nobody's call: one job of a kind for all processes, each run owes the next. */
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
  readonly health: Pick<HealthParts, 'figures'>;
}): Jobs {
  const { db, pool, address } = database;
  const purge = createPurge({ db, clock, log, deleteHistory: (id) => deleteHistory(pool, id) });
  const tasks = {
    [purgeTask]: purge,
    [rssTask]: createRssReader({ db, clock, log }),
    [forgetTask]: createForgetting({ db, clock }),
    [aliveTask]: createAliveMail({ db, clock, publicUrl: config.publicUrl, figures: health.figures }),
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
