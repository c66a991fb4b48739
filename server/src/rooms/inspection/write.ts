import { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/errors.ts';
import type { Write } from './write-here.ts';

/** Writers that work at the same time in one process; the next one is told to come again. */
const mostAtOnce = 2;
const retryAfterSeconds = 10;

/** Makes the bytes of an export in a thread of its own. */
export function createWriter(): Write {
  let working = 0;
  return async (order) => {
    if (working >= mostAtOnce) throw new Refusal('too-many', undefined, { retryAfterSeconds });
    working++;
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
        worker.once('error', reject);
        worker.once('exit', (code) => reject(new Error(`the writer of an export ended with ${code}`)));
      });
    } finally {
      working--;
    }
  };
}
