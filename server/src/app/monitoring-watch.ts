import { createWatch } from '../features/inspection/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Starts the watch beats of a process that ingests frames: after its adapters open and until before they close. */
export async function startWatch(
  dependencies: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly clock: Clock;
    readonly log: Log;
  },
  shutdownHooks: ShutdownHooks,
): Promise<void> {
  if (!dependencies.config.roles.has('ingest')) return;
  const watch = createWatch({
    address: dependencies.database.address,
    clock: dependencies.clock,
    log: dependencies.log.with({ part: 'watch' }),
  });
  await watch.start();
  shutdownHooks.add('watch', () => watch.stop());
}
