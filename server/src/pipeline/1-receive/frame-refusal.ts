import type { RefusalKind } from '../types.ts';

/** A refused message or frame. It is counted by kind and reported to the sender where the protocol allows. */
export class FrameRefusal extends Error {
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
