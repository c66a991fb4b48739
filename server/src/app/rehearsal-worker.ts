import { ArchivedDays } from '../history/archive/archived-days.ts';
import type { RehearsalCallbacks, RehearsalCalls } from '../history/rehearse/calls.ts';
import { runRehearsal } from '../history/rehearse/run.ts';
import type { RehearsalThreadData } from '../history/rehearse/thread.ts';
import { rehearsalEvaluation } from '../pipeline/3-evaluate/rehearse-rules.ts';
import { allConnections } from '../platform/connections.ts';
import { openPool } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { serveThread, threadData } from '../platform/thread.ts';

/** Entry point of the rehearsal thread: reads history and evaluates rules apart from the pipeline's thread. */
const { address, logLevel, archive } = threadData() as RehearsalThreadData;
const log = createLog(logLevel).with({ part: 'rehearsal' });
const pool = openPool(address, log, {
  max: allConnections.rehearsal,
  name: 'tocsin rehearsal',
});
const source = { pool, archive: archive && new ArchivedDays(archive, log) };
const cancelled = new Set<number>();

serveThread<RehearsalCalls, RehearsalCallbacks>((ask) => ({
  run: async ({ id, order }) => {
    try {
      return await runRehearsal(source, order, rehearsalEvaluation, {
        progress: (share) => {
          ask('progress', { id, share }).catch(() => {});
        },
        isCancelled: () => cancelled.has(id),
      });
    } finally {
      cancelled.delete(id);
    }
  },
  cancel: (id) => {
    cancelled.add(id);
  },
  memory: () => {
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + Math.max(external, arrayBuffers);
  },
  stop: () => pool.end(),
}));
