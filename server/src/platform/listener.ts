import type pg from 'pg';
import type { Clock } from './clock.ts';
import { PacedClient } from './connect-pace.ts';
import { connectionOf, type Database } from './db.ts';
import type { Log } from './log.ts';
import { type Attempt, type LinkState, Reconnector } from './reconnector.ts';

export interface ListenerOptions {
  readonly address: Database['address'];
  readonly clock: Clock;
  readonly log: Log;
  /** A trusted name: it goes into the statement unescaped. */
  readonly channel: string;
  /** Name of its connection, by which others see that the process lives; default: after the channel. */
  readonly connectionName?: string;
  readonly heard: (payload: string) => void;
  /** Called on each connection, including the first: notifications may have been missed before it. */
  readonly connected: () => void;
  readonly random?: () => number;
}

const answerWithinMs = 5_000;
/** A dead connection looks like a quiet one, so it is checked at this interval. */
const checkEveryMs = 15_000;

/**
 * Listens on a channel of PostgreSQL and reconnects when the connection breaks or stops answering. Missed notifications
 * are not repeated, so `connected` must check what may have changed.
 */
export class Listener {
  readonly #dependencies: ListenerOptions;
  readonly #link: Reconnector;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(dependencies: ListenerOptions) {
    const { clock, log, channel } = dependencies;
    this.#dependencies = dependencies;
    this.#link = new Reconnector({
      clock,
      connect: (attempt) => this.#connect(attempt),
      onLost: (error, delayMs) => log.warn('Lost a listening database connection', { channel, delayMs, error }),
      // The client's own timeouts come first, with a more specific error.
      connectWithinMs: 3 * answerWithinMs,
      ...(dependencies.random ? { random: dependencies.random } : {}),
    });
  }

  get state(): LinkState {
    return this.#link.state;
  }

  /** Resolves after the first attempt, successful or not. */
  start(): Promise<void> {
    return this.#link.start();
  }

  async stop(): Promise<void> {
    this.#link.stop();
    await this.#closed;
  }

  async #connect({ signal, lost }: Attempt): Promise<void> {
    const { address, channel, connectionName, heard, connected } = this.#dependencies;
    const client = new PacedClient({
      ...connectionOf(address),
      application_name: connectionName ?? `tocsin hears ${channel}`,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    client.on('error', lost);
    client.on('end', () => lost(new Error('PostgreSQL ended the connection')));
    signal.addEventListener('abort', () => {
      this.#closed = client.end().catch(() => {});
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    if (signal.aborted) return;
    this.#check(client, { signal, lost });
    connected();
  }

  #check(client: pg.Client, attempt: Attempt): void {
    const cancel = this.#dependencies.clock.after(checkEveryMs, () => {
      client.query('select 1').then(() => {
        if (!attempt.signal.aborted) this.#check(client, attempt);
      }, attempt.lost);
    });
    attempt.signal.addEventListener('abort', cancel);
  }
}
