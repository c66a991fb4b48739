import { join } from 'node:path';
import type pg from 'pg';
import type { ArchiveSettings } from '../history/archive/archived-days.ts';
import { hasArchivedDays } from '../history/archive/store.ts';
import { DuplicateLookup } from '../history/dedupe/duplicate-lookup.ts';
import { HistoryThread } from '../history/read/history.ts';
import { type Config, SettingError } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

interface HistoryDependencies {
  readonly config: Config;
  readonly database: RunningDatabase;
  readonly log: Log;
}

/** Archived history, with its cache in the data folder; null: there is none. */
export const archiveOf = ({ archive, dataDir }: Config): ArchiveSettings | null =>
  archive && { config: archive, folder: join(dataDir, 'history-cache') };

/** Throws when days are archived and the settings no longer say where. */
export async function checkArchive(pool: pg.Pool, config: Config): Promise<void> {
  if (config.archive === null && (await hasArchivedDays(pool)))
    throw new SettingError(
      'HISTORY_S3_URL is missing: days of history are archived there, and without it they could not be read',
    );
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
    archive: archiveOf(config),
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
