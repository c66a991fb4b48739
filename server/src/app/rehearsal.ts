import { RehearsalThread } from '../history/rehearse/thread.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { archiveOf } from './history.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** The rehearsal of rules, whose thread starts with the first run. */
export function createRehearsals(
  dependencies: { readonly config: Config; readonly database: RunningDatabase; readonly log: Log },
  shutdownHooks: ShutdownHooks,
): RehearsalThread {
  const { config, database, log } = dependencies;
  const rehearsals = new RehearsalThread({
    file: new URL('./rehearsal-worker.ts', import.meta.url),
    data: { address: database.address, logLevel: config.logLevel, archive: archiveOf(config) },
    log: log.with({ part: 'rehearsal' }),
  });
  shutdownHooks.add('rehearsals', () => rehearsals.stop());
  return rehearsals;
}
