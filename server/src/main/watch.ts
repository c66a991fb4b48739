import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { createWatch } from '../rooms/inspection/index.ts';
import type { Stoppers } from './stoppers.ts';

/** Signs of life of a process that takes frames: begun when its doors are open, ended before they close. */
export async function startWatch(
  parts: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly clock: Clock;
    readonly log: Log;
  },
  stoppers: Stoppers,
): Promise<void> {
  if (!parts.config.roles.has('ingest')) return;
  const watch = createWatch({
    address: parts.database.address,
    clock: parts.clock,
    log: parts.log.with({ part: 'watch' }),
  });
  await watch.start();
  stoppers.add('watch', () => watch.stop());
}
