import { Compactor } from '../history/compact/compactor.ts';
import { evaluateHour } from '../pipeline/3-evaluate/evaluate-hour.ts';
import { systemClock } from '../platform/clock.ts';
import { allConnections } from '../platform/connections.ts';
import { openPool } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { serveThread, threadData } from '../platform/thread.ts';
import type { CompactionCallbacks, CompactionCalls, HourThreadData } from './compaction-calls.ts';

/** Entry point of the compaction thread: evaluates and stores hours apart from the pipeline's thread. */
const { address, logLevel, retention, isDemo } = threadData() as HourThreadData;
const log = createLog(logLevel).with({ part: 'hours' });
const pool = openPool(address, log, { max: allConnections.hours, name: 'tocsin hours', statementTimeoutMs: 0 });

serveThread<CompactionCalls, CompactionCallbacks>((ask) => {
  const keeper = new Compactor({
    pool,
    log,
    retention,
    dependencies: {
      isDemo,
      evaluateHour,
      device: (id) => ask('device', id),
      committed: (batch) => {
        ask('committed', batch).catch((error) => log.error('Could not publish late events', { error }));
      },
      now: () => systemClock.now(),
    },
  });
  keeper.start();
  return {
    metrics: () => keeper.metrics,
    stop: async () => {
      await keeper.stop();
      await pool.end();
    },
  };
});
