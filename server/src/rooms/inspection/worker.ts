import { parentPort, workerData } from 'node:worker_threads';
import { type WriteOrder, writeHere } from './write-here.ts';

/** Writes one export and ends: the line's thread never makes a page of it. */
parentPort?.postMessage(await writeHere(workerData as WriteOrder));
