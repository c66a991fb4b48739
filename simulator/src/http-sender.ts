import { pause } from './clock.ts';

export interface HttpTarget {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  readonly address: string;
  readonly serial: string;
  readonly code: string;
}

export interface Stored {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected_values: number;
}

/** One post to the HTTP adapter; resolves when the data is stored. */
export async function postOnce(adapter: HttpTarget, kind: 'birth' | 'data' | 'death', body: string): Promise<Response> {
  const base = adapter.url.replace(/\/$/, '');
  return await fetch(`${base}/api/v1/ingest/${adapter.address}/${kind}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${adapter.serial}:${adapter.code}`).toString('base64')}`,
    },
    body,
  });
}

/**
 * Posts until it is stored: retries while the server is unavailable, busy (429, 503) or has no birth yet (409). Throws
 * on any other refusal. Returns null when the signal aborted it.
 */
export async function post(
  adapter: HttpTarget,
  kind: 'birth' | 'data' | 'death',
  body: object,
  signal: AbortSignal,
): Promise<Stored | null> {
  const text = JSON.stringify(body);
  let waitMs = 500;
  while (!signal.aborted) {
    const response = await postOnce(adapter, kind, text).catch(() => null);
    if (response?.ok) return (await response.json()) as Stored;
    const answer = response ? await response.text() : 'no answer';
    if (response && response.status < 500 && ![408, 409, 429].includes(response.status))
      throw new Error(`${adapter.address} ${kind}: ${response.status} ${answer.slice(0, 200)}`);
    const retryAfterMs = Number(response?.headers.get('retry-after') ?? 0) * 1000;
    await pause(Math.max(waitMs, retryAfterMs), signal);
    waitMs = Math.min(waitMs * 2, 10_000);
  }
  return null;
}
