import { parentPort, workerData } from 'node:worker_threads';
import { type ChartsOrder, chartsPdf } from './charts.ts';

/** Draws the graphs of one device and ends, so that the pipeline's thread never draws any. */
parentPort?.postMessage(await chartsPdf(workerData as ChartsOrder));
