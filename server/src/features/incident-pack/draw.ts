import { Worker } from 'node:worker_threads';
import type { ChartsOrder } from './charts.ts';

/** Returns the graphs of a device as PDF bytes. */
export type Draw = (order: ChartsOrder) => Promise<Uint8Array>;

/** Draws in a worker thread. */
export const drawInThread: Draw = (order) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    worker.once('message', (bytes: Uint8Array) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the drawing of graphs exited with code ${code}`)));
  });
