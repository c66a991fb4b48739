import { statSync } from 'node:fs';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** How often a file is looked at. */
const watchEveryMs = 60_000;

/** Calls `changed` when the file has another time of change; what it throws is logged, and tried again. */
export function watchFile(
  file: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  shutdownHooks: ShutdownHooks,
  changed: () => void,
): void {
  const changedAt = (): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  let last = changedAt();
  let cancel = (): void => {};
  const look = (): void => {
    const now = changedAt();
    try {
      if (now !== last) changed();
      last = now;
    } catch (error) {
      log.error('Could not use a changed file; the one before stays in use', { file, error });
    }
    cancel = clock.after(watchEveryMs, look);
  };
  cancel = clock.after(watchEveryMs, look);
  shutdownHooks.add('watch of a file', async () => cancel());
}
