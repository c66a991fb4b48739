import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const header = 'x-tocsin-inner-call';
const mark = randomUUID();

/** Marks a request as made by this process for a call that was counted already; nobody outside can know the mark. */
export const innerMark = { [header]: mark } as const;
export const isInner = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean => headers[header] === mark;
