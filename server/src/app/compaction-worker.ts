import { ArchivedDays } from '../history/archive/archived-days.ts';
import { Mover } from '../history/archive/mover.ts';
import { Compactor } from '../history/compact/compactor.ts';
import { Returner } from '../history/restore/returner.ts';
import { evaluateHour } from '../pipeline/3-evaluate/evaluate-hour.ts';
import { systemClock } from '../platform/clock.ts';
import { allConnections } from '../platform/connections.ts';
import { openPool } from '../platform/db.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import { createLog } from '../platform/log.ts';
import { serveThread, threadData } from '../platform/thread.ts';
import type { CompactionCallbacks, CompactionCalls, HourThreadData } from './compaction-calls.ts';

/** Entry point of the compaction thread: evaluates and stores hours apart from the pipeline's thread. */
const { address, logLevel, retention, isDemo, archive } = threadData() as HourThreadData;
const log = createLog(logLevel).with({ part: 'hours' });
const pool = openPool(address, log, { max: allConnections.hours, name: 'tocsin hours', statementTimeoutMs: 0 });
const now = () => systemClock.now();
const days = archive && new ArchivedDays(archive, log);
const archivePool = openPool(address, log, {
  max: allConnections.archive,
  name: 'tocsin archive',
  statementTimeoutMs: 0,
});
const injectFault = faultInjectionOf(process.env.TOCSIN_KILL_AT);
const mover =
  archive && days
    ? new Mover({
        pool: archivePool,
        days,
        hotDays: archive.config.hotDays,
        keepDays: archive.config.keepDays,
        now,
        log,
        injectFault,
      })
    : null;
const returner = new Returner({ pool: archivePool, log, injectFault });

serveThread<CompactionCalls, CompactionCallbacks>((ask) => {
  const keeper = new Compactor({
    pool,
    log,
    retention,
    archive: days,
    dependencies: {
      isDemo,
      evaluateHour,
      device: (id) => ask('device', id),
      committed: (batch) => {
        ask('committed', batch).catch((error) => log.error('Could not publish late events', { error }));
      },
      now,
    },
  });
  keeper.start();
  mover?.start();
  returner.start();
  return {
    metrics: () => keeper.metrics,
    archive: () => mover?.metrics ?? null,
    stop: async () => {
      await Promise.all([keeper.stop(), mover?.stop(), returner.stop()]);
      await archivePool.end();
      await pool.end();
    },
  };
});
