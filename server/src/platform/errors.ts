import { type RefusalCode, refusalTexts } from '@tocsin/contract/errors';

export interface RefusalMore {
  /** Texts by field: only with `invalid`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Further members of the reply's body, such as the newer document of a 409 or the `index` of a bad row. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** An expected refusal, reported to the caller with its status and text; everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly more: RefusalMore;

  constructor(code: RefusalCode, message: string = refusalTexts[code], more: RefusalMore = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.more = more;
  }
}

/** 400 for one field. */
export const badField = (field: string, text: string, body?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal('invalid', text, { fields: { [field]: [text] }, ...(body ? { body } : {}) });

/** A value that was looked up; without one the call is refused as not found. */
export function orNotFound<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal('not-found');
  return value;
}
