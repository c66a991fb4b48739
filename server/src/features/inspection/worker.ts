import { parentPort, workerData } from 'node:worker_threads';
import { type WriteOrder, writeHere } from './write-here.ts';

/** Writes one export and ends, so that the pipeline's thread never writes one. */
parentPort?.postMessage(await writeHere(workerData as WriteOrder));
