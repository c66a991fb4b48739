import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for what loads late (first questions, first frames), short enough that nobody has grown used to the room. */
const afterMs = 5_000;

/**
 * Lets the calling thread collect, once, what its start left behind (modules' sources, parsed schemas, migrations). V8
 * collects when it needs room, and a server that has little to do never does: its three threads held a hundred megabytes
 * that nothing referred to.
 */
export function collectOnce(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') collect();
  }, afterMs).unref();
}
