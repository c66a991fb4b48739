import { parentPort, workerData } from 'node:worker_threads';
import { bundle } from './bundle.ts';
import type { Gathered } from './gather.ts';
import { reportPdf } from './report.ts';

/** Writes one export and ends: the line's thread never makes a page of it. */
export interface WriteOrder {
  readonly kind: 'bundle' | 'report';
  readonly found: Gathered;
}

const { kind, found } = workerData as WriteOrder;
const bytes = kind === 'bundle' ? await bundle(found) : await reportPdf(found);
parentPort?.postMessage(bytes);
