import { bundle } from './bundle.ts';
import type { Gathered } from './gather.ts';
import { reportPdf } from './report.ts';

export interface WriteOrder {
  readonly kind: 'bundle' | 'report';
  readonly found: Gathered;
}

/** Makes the bytes of an export. */
export type Write = (order: WriteOrder) => Promise<Buffer>;

/** In the thread that calls it. */
export const writeHere: Write = async ({ kind, found }) =>
  Buffer.from(kind === 'bundle' ? await bundle(found) : await reportPdf(found));
