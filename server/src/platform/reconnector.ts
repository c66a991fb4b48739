import { BackOff, type BackOffBounds } from './back-off.ts';
import type { Clock } from './clock.ts';

/**
 * `connecting` and `connected` describe the current attempt, `waiting` the pause before the next; `idle` is before
 * start() and `stopped` after stop().
 */
export type LinkState = 'idle' | 'connecting' | 'connected' | 'waiting' | 'stopped';

/** One attempt to connect, and the connection that it becomes. */
export interface Attempt {
  /** Aborted when this attempt ends for any reason; the connecting code then closes its sockets. */
  readonly signal: AbortSignal;
  /** Reports a lost connection. May be called repeatedly; only the first call of an attempt counts. */
  lost(error: unknown): void;
}

export interface ReconnectorOptions {
  readonly clock: Clock;
  /** Resolves when the connection is usable; rejects, or calls `lost`, or both, when it is not. */
  readonly connect: (attempt: Attempt) => Promise<void>;
  /** An attempt failed or a connection broke; the next attempt begins after `delayMs`. */
  readonly onLost?: (error: unknown, delayMs: number) => void;
  readonly backOff?: BackOffBounds;
  /** Time limit of an attempt. */
  readonly connectWithinMs?: number;
  /** A connection that lasted this long resets the back-off; one that is closed at once does not. */
  readonly steadyMs?: number;
  readonly random?: () => number;
}

const defaultBackOff: BackOffBounds = { firstMs: 500, longestMs: 15_000 };

/**
 * Maintains one connection: at any time there is one attempt, one connection or one scheduled attempt, whatever the
 * peer does and however often a client library reports the same failure.
 */
export class Reconnector {
  readonly #options: ReconnectorOptions;
  readonly #backOff: BackOff;
  #state: LinkState = 'idle';
  #end: (error: unknown) => void = () => {};
  #cancel: () => void = () => {};

  constructor(options: ReconnectorOptions) {
    this.#options = options;
    this.#backOff = new BackOff(options.backOff ?? defaultBackOff, options.random);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Starts connecting; resolves when the first attempt has succeeded or failed. Never rejects. */
  async start(): Promise<void> {
    if (this.#state === 'idle') await this.#attempt();
  }

  /** Ends the current attempt or connection, and all further attempts. */
  stop(): void {
    if (this.#state === 'stopped') return;
    this.#state = 'stopped';
    this.#cancel();
    this.#end(new Error('stopped'));
  }

  async #attempt(): Promise<void> {
    const { clock, connect, connectWithinMs = 10_000, steadyMs = 10_000 } = this.#options;
    const over = new AbortController();
    let cancelTimer = () => {};
    const end = (error: unknown): void => {
      if (over.signal.aborted) return;
      cancelTimer();
      over.abort(error);
      if (this.#state !== 'stopped') this.#wait(error);
    };
    this.#end = end;
    this.#state = 'connecting';
    const late = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve(), { once: true }));
    cancelTimer = clock.after(connectWithinMs, () => end(new Error(`no connection within ${connectWithinMs} ms`)));
    const attempt = connect({ signal: over.signal, lost: end }).then(() => {
      if (over.signal.aborted) return;
      cancelTimer();
      this.#state = 'connected';
      cancelTimer = clock.after(steadyMs, () => this.#backOff.reset());
    }, end);
    await Promise.race([attempt, late]);
  }

  #wait(error: unknown): void {
    const delayMs = this.#backOff.next();
    this.#state = 'waiting';
    this.#cancel = this.#options.clock.after(delayMs, () => void this.#attempt());
    this.#options.onLost?.(error, delayMs);
  }
}
