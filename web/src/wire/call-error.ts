import { z } from 'zod';

const Body = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/** The texts by field; what is no text (the `index` of a list's bad row) is left to whoever asked. */
const fieldTexts = (body: unknown): Readonly<Record<string, readonly string[]>> => {
  const fields: Record<string, readonly string[]> = {};
  const parsed = Body.safeParse(body);
  for (const [name, value] of Object.entries(parsed.success ? parsed.data : {})) {
    const found = Texts.safeParse(value);
    if (found.success) fields[name] = found.data;
  }
  return fields;
};

/** A refusal or failure of a call, with the text that people may read. */
export class CallError extends Error {
  readonly status: number;
  /** The texts by field of a 400; `non_field_errors` where no field is to blame. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The body as it came: some refusals carry more (the newer document of a 409). */
  readonly body: unknown;
  /** Seconds after which a 429 or 503 may be tried again, where the server says so. */
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
