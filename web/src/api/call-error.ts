import { z } from 'zod';

const Body = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/** Error texts by field; other values, such as the `index` of an invalid row, are ignored. */
const fieldTexts = (body: unknown): Readonly<Record<string, readonly string[]>> => {
  const fields: Record<string, readonly string[]> = {};
  const parsed = Body.safeParse(body);
  for (const [name, value] of Object.entries(parsed.success ? parsed.data : {})) {
    const parsed = Texts.safeParse(value);
    if (parsed.success) fields[name] = parsed.data;
  }
  return fields;
};

/** A refused (4xx, 5xx) or failed (status 0) call, with a message that can be shown to users. */
export class CallError extends Error {
  readonly status: number;
  /** Error texts of a 400 by field; under `non_field_errors` those that belong to no field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The raw body: some refusals carry more, such as the newer document of a 409. */
  readonly body: unknown;
  /** Seconds until a 429 or 503 may be retried, if the server states them. */
  readonly retryAfterS: number | null;

  constructor(status: number, text: string, body: unknown, retryAfterS: number | null = null) {
    super(text);
    this.name = 'CallError';
    this.status = status;
    this.body = body;
    this.retryAfterS = retryAfterS;
    this.fields = status === 400 ? fieldTexts(body) : {};
  }
}
