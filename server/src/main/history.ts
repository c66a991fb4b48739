import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { HistoryThread } from '../rooms/telemetry/history/history.ts';
import type { Stoppers } from './stoppers.ts';

/** The thread that reads history for graphs, records and the keep's question for duplicates. */
export function startHistory(
  parts: { readonly config: Config; readonly database: RunningDatabase; readonly log: Log },
  stoppers: Stoppers,
): HistoryThread {
  const { config, database } = parts;
  const log = parts.log.with({ part: 'history' });
  const history = new HistoryThread({ address: database.address, log, logLevel: config.logLevel });
  history.start();
  stoppers.add('history', () => history.stop());
  return history;
}
