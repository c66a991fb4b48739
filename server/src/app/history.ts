import { DuplicateLookup } from '../history/dedupe/duplicate-lookup.ts';
import { HistoryThread } from '../history/read/history.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

interface HistoryDependencies {
  readonly config: Config;
  readonly database: RunningDatabase;
  readonly log: Log;
}

/** Starts the thread that reads history for graphs and records. */
export function startHistory(
  { config, database, log }: HistoryDependencies,
  shutdownHooks: ShutdownHooks,
): HistoryThread {
  const { address, connections } = database;
  const history = new HistoryThread({
    address,
    log: log.with({ part: 'history' }),
    logLevel: config.logLevel,
    connections: connections.history,
  });
  history.start();
  shutdownHooks.add('history', () => history.stop());
  return history;
}

/** Starts the thread that finds duplicates of late frames for the writer. */
export function startDuplicates(
  { config, database, log }: HistoryDependencies,
  shutdownHooks: ShutdownHooks,
): DuplicateLookup {
  const { address } = database;
  const lookup = new DuplicateLookup({ address, log: log.with({ part: 'duplicates' }), logLevel: config.logLevel });
  lookup.start();
  shutdownHooks.add('duplicates', () => lookup.stop());
  return lookup;
}
