import { bundle } from './bundle.ts';
import type { Gathered } from './gather.ts';
import { reportPdf } from './report.ts';

export interface WriteOrder {
  readonly kind: 'bundle' | 'report';
  readonly inspection: Gathered;
}

/** Returns the bytes of an export. */
export type Write = (order: WriteOrder) => Promise<Buffer>;

/** Writes in the calling thread. */
export const writeHere: Write = async ({ kind, inspection }) =>
  Buffer.from(kind === 'bundle' ? await bundle(inspection) : await reportPdf(inspection));
