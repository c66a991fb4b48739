import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
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
      return await new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
        worker.once('error', reject);
        worker.once('exit', (code) => reject(new Error(`the export writer exited with code ${code}`)));
      });
    } finally {
      working--;
    }
  };
}
