import { Refusal } from '../../platform/errors.ts';
import { runThread } from '../../platform/thread.ts';
import type { Write } from './write-here.ts';

/** Maximum number of concurrent writers per process; further requests are asked to retry. */
const maxAtOnce = 2;
const retryAfterSeconds = 10;

/** Writes exports in worker threads. */
export function createWriter(): Write {
  let working = 0;
  return async (order) => {
    if (working >= maxAtOnce) throw new Refusal('too-many', undefined, { retryAfterSeconds });
    working++;
    try {
      const bytes = await runThread(new URL('./worker.ts', import.meta.url), order);
      return Buffer.from(bytes as Uint8Array);
    } finally {
      working--;
    }
  };
}
