import { ClaimedEdge, EdgeAnswer, type EdgeHealth, exchangePath } from '@tocsin/contract/edge-exchange';
import type { OutRecord } from './out-record.ts';

/** Who this edge is for the portal, and whose signature it trusts. */
export interface Identity extends ClaimedEdge {
  readonly key: string;
}

/** Why an exchange brought no answer. */
export class PortalError extends Error {
  /** The portal answered and asks to wait; null: it could not be reached, or is broken. */
  readonly retryAfterMs: number | null;
  /** The portal knows no edge with this key. */
  readonly isUnknown: boolean;
  constructor(message: string, retryAfterMs: number | null, isUnknown = false) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isUnknown = isUnknown;
  }
}

/** What an exchange says beside its items. */
export interface Said {
  readonly time: number;
  readonly lane: 'live' | 'backfill';
  readonly configuration: number;
  readonly sessions?: readonly (readonly [number, number])[];
  readonly health?: EdgeHealth;
}

const answerWithinMs = 30_000;

/** Outbound requests to the portal; nothing ever connects to the edge from there. */
export class PortalLink {
  readonly #portal: string;
  readonly #abort = new AbortController();

  /** `portal`: its address without a slash at the end. */
  constructor(portal: string) {
    this.#portal = portal;
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Claims a place with a code; throws a PortalError. */
  async claim(code: string, key: string): Promise<ClaimedEdge> {
    return ClaimedEdge.parse(await this.#post('/api/v1/edge/claim/', {}, JSON.stringify({ code, key })));
  }

  /** Sends items as they are stored; throws a PortalError. */
  async exchange(identity: Identity, said: Said, items: readonly OutRecord[]): Promise<EdgeAnswer> {
    const head = JSON.stringify(said).slice(0, -1);
    const body = `${head},"items":[${items.map(({ text }) => text).join(',')}]}`;
    const authorization = `Edge ${identity.id}.${identity.key}`;
    const answer = EdgeAnswer.parse(await this.#post(exchangePath, { authorization }, body));
    if (answer.results.length !== items.length)
      throw new PortalError('The portal answered another number of items', null);
    return answer;
  }

  async #post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(answerWithinMs)]);
    const failed = (error: unknown): never => {
      throw new PortalError(reasonOf(error), null);
    };
    const answer = await fetch(`${this.#portal}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tocsin edge' },
      body,
      signal,
      // A redirect would send the key elsewhere.
      redirect: 'error',
    }).catch(failed);
    const text = await answer.text().catch(failed);
    if (answer.ok) return JSON.parse(text);
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const isBusy = answer.status === 503 || answer.status === 429;
    const retryAfterMs = isBusy ? Math.min(60, Number.isFinite(seconds) ? seconds : 1) * 1_000 : null;
    throw new PortalError(
      `The portal answered ${answer.status}: ${text.slice(0, 200)}`,
      retryAfterMs,
      answer.status === 401,
    );
  }
}

/** The cause of a failed fetch, which says 'fetch failed' only. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
