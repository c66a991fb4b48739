import { allConnections } from '../../platform/connections.ts';
import { openPool } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { serveThread, threadData } from '../../platform/thread.ts';
import type { DuplicateCalls } from '../read/calls.ts';
import type { HistoryThreadData } from '../read/worker.ts';
import { readDuplicates } from './find-duplicates.ts';

/** The thread that looks up duplicates of late frames among finished hours. */
const { address, logLevel } = threadData() as Pick<HistoryThreadData, 'address' | 'logLevel'>;
const pool = openPool(address, createLog(logLevel).with({ part: 'duplicates' }), {
  max: allConnections.duplicates,
  name: 'tocsin duplicates',
});

serveThread<DuplicateCalls, Record<never, never>>(() => ({
  duplicates: (query) => readDuplicates(pool, query),
  stop: () => pool.end(),
}));
