import { runThread } from '../../platform/thread.ts';
import type { ChartsOrder } from './charts.ts';

/** Returns the graphs of a device as PDF bytes. */
export type Draw = (order: ChartsOrder) => Promise<Uint8Array>;

/** Draws in a worker thread. */
export const drawInThread: Draw = async (order) =>
  (await runThread(new URL('./worker.ts', import.meta.url), order)) as Uint8Array;
