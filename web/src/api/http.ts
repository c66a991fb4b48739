import { texts } from '@tocsin/contract/texts/api';
import { z } from 'zod';
import { selectionText, tabSelection } from '../domain/selection.ts';
import { CallError } from './call-error.ts';
import { waitText } from './retry-after-text.ts';
import { loseSession, token } from './session.ts';
import { readStored, writeStored } from './storage.ts';

let lastInputAt = Date.now();
const note = (): void => {
  lastInputAt = Date.now();
};
if (typeof window !== 'undefined')
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(name, note, { passive: true, capture: true });

/** Whether the page is being closed: what is sent then must outlive it. */
let isClosing = false;
if (typeof window !== 'undefined')
  for (const name of ['pagehide', 'pageshow'])
    window.addEventListener(name, () => {
      isClosing = name === 'pagehide';
    });

/**
 * Whole seconds since the last press, key or scroll. Clients can limit the idle time of sessions, which the page's own
 * calls, such as polling, must not extend.
 */
export const secondsWithoutInput = (): number => Math.max(0, Math.floor((Date.now() - lastInputAt) / 1000));

/** Milliseconds since a call of any tab told the server of input, which began the session's idle time anew. */
export const msWithoutUse = (): number => Date.now() - Number(readStored('usedAt') ?? lastInputAt);

// zod compiles validators with `new Function`, which the content security policy forbids.
z.config({ jitless: true });

export { CallError };

/** The message of a refusal: the first value of its body (docs/spec/administration.md, section 8). */
const firstText = (body: unknown): string | null => {
  if (typeof body === 'string') return body.trim() === '' ? null : body;
  if (Array.isArray(body)) return firstText(body[0]);
  if (typeof body === 'object' && body !== null) return firstText(Object.values(body)[0]);
  return null;
};

/** Query parameters. A list is sent as repeated names; empty and null values are left out. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>;

/** The query string, without empty and null parameters (docs/spec/monitoring.md, section 5). */
const queryText = (query: Query | undefined): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

/** One request to the server; never retried automatically. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api/, including the version: `v1/me/`. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  /** A session that is not yet the page's own. */
  readonly token?: string;
}

const headersOf = (request: Request): Headers => {
  const headers = new Headers({ Accept: request.accept ?? 'application/json' });
  const ownToken = request.token ?? token();
  if (ownToken !== null) headers.set('Authorization', `JWT ${ownToken}`);
  headers.set('X-Tocsin-Idle', String(secondsWithoutInput()));
  const tab = tabSelection();
  if (tab !== null) headers.set('X-Tocsin-Selection', selectionText(tab));
  if (request.body !== undefined && !(request.body instanceof FormData))
    headers.set('Content-Type', 'application/json');
  return headers;
};

const bodyOf = (body: unknown): BodyInit | null => {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
};

const read = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  if (!answer.headers.get('Content-Type')?.includes('json')) return text;
  return text === '' ? null : JSON.parse(text);
};

const secondsOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null);

/** Sends a request; resolves with the raw response. Refusals, and failures with status 0, are thrown as CallError. */
export const send = async (request: Request): Promise<Response> => {
  const sentWith = request.token ?? token();
  const isUse = sentWith !== null && secondsWithoutInput() < 60;
  const sentAt = Date.now();
  let answer: Response;
  try {
    answer = await fetch(`/api/${request.path}${queryText(request.query)}`, {
      method: request.method,
      headers: headersOf(request),
      body: bodyOf(request.body),
      signal: request.signal ?? null,
      keepalive: isClosing,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, texts.failed, null);
  }
  if (answer.ok && isUse && sentWith === token())
    writeStored('usedAt', String(Math.max(sentAt, Number(readStored('usedAt')))));
  if (answer.ok) return answer;
  const body = await read(answer).catch(() => null);
  // A late 401 for an older token must not end the newer session.
  if (answer.status === 401 && sentWith !== null && sentWith === token()) loseSession();
  const message = (answer.status < 500 ? firstText(body) : null) ?? texts.failed;
  const waitS = secondsOf(answer.headers.get('Retry-After'));
  const text = answer.status === 429 && waitS !== null ? waitText(message, waitS) : message;
  if (answer.status !== 401) writeStored('errorMessage', text);
  throw new CallError(answer.status, text, body, waitS);
};

/** Sends a request; resolves with the answer as parsed by the schema, and throws if it does not match. */
export const ask = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> => {
  const answer = await send(request);
  return schema.parse(answer.status === 204 ? null : await read(answer));
};
