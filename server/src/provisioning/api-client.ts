import { randomUUID } from 'node:crypto';
import type { BatchCall } from '@tocsin/contract/provisioning';

/** The installation cannot be reached, or refuses the key. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface BatchResult {
  readonly status: number;
  readonly body: unknown;
}
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** Every entry of a paged list. */
  all<T>(path: string, limit: number): Promise<T[]>;
  batch(calls: readonly BatchCall[]): Promise<readonly BatchResult[]>;
}

const tries = 6;
/** How often a call waits as it is told to. */
const waits = 60;
const timeoutMs = 120_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Why a call was refused, as one sentence. */
export const refusalText = ({ status, body }: BatchResult): string => {
  if (body === null || typeof body !== 'object') return `HTTP ${status}`;
  const { detail, request_id: _, current: __, ...fields } = body as Readonly<Record<string, unknown>>;
  if (typeof detail === 'string') return detail;
  const texts = Object.entries(fields).map(
    ([name, text]) => `${name}: ${Array.isArray(text) ? text.join(' ') : String(text)}`,
  );
  return texts.length > 0 ? texts.join('; ') : `HTTP ${status}`;
};

/** Calls the public API with a key. Waits where it is told to, and tries again what did not arrive. */
export const createApiClient = (url: string, key: string, pauseMs = 1_000): ApiClient => {
  const call = async (method: string, path: string, body?: string): Promise<{ status: number; body: unknown }> => {
    let problem = '';
    // A batch whose answer was lost is sent again; what it made is made once.
    const idempotency = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    let waited = 0;
    for (let n = 0; n < tries && waited < waits; ) {
      try {
        const answer = await fetch(new URL(path, url), {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...idempotency,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          signal: AbortSignal.timeout(timeoutMs),
          ...(body ? { body } : {}),
        });
        const text = await answer.text();
        if (answer.status !== 429 && answer.status !== 503)
          return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
        problem = refusalText({ status: answer.status, body: JSON.parse(text) });
        waited += 1;
        await pause(Math.min(Number(answer.headers.get('retry-after') ?? 1) * 1_000, 60_000));
      } catch (error) {
        problem =
          error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
        await pause(pauseMs * 2 ** n);
        n += 1;
      }
    }
    throw new ApiError(0, `${url} does not answer: ${problem}`);
  };
  const good = async <T>(method: string, path: string, body?: string): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status >= 400) throw new ApiError(answer.status, `${method} ${path}: ${refusalText(answer)}`);
    // The installation's contract says what it is.
    return answer.body as T;
  };
  return {
    get: (path) => good('GET', path),
    async all<T>(path: string, limit: number): Promise<T[]> {
      const found: T[] = [];
      for (;;) {
        const page = await good<{ count: number; results: T[] }>(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${found.length}`,
        );
        found.push(...page.results);
        if (page.results.length === 0 || found.length >= page.count) return found;
      }
    },
    async batch(calls) {
      return (await good<{ results: BatchResult[] }>('POST', '/api/v1/batch/', JSON.stringify({ calls }))).results;
    },
  };
};
