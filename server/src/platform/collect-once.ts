import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Late enough for what loads lazily (first queries, first frames), early enough to return memory soon after the start.
 */
const afterMs = 5_000;

/**
 * Runs one garbage collection for what the start left behind (module sources, parsed schemas, migrations). V8 collects
 * under memory pressure only, and an idle server never has any: its three threads retained a hundred megabytes of
 * garbage.
 */
export function collectGarbageOnce(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') collect();
  }, afterMs).unref();
}
