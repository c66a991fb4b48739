import type { RefusalKind } from '../passing.ts';

/** A message or frame that is not taken: counted by kind, told to the sender where its protocol can. */
export class FrameRefusal extends Error {
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
