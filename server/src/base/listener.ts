import pg from 'pg';
import type { Clock } from './clock.ts';
import { connectionOf, type Database } from './db.ts';
import type { Log } from './log.ts';

export interface ListenerParts {
  readonly address: Database['address'];
  readonly clock: Clock;
  readonly log: Log;
  /** A name of ours: it goes into the statement as it is. */
  readonly channel: string;
  readonly heard: () => void;
}

const retryMs = 1_000;

/**
 * Hears what is said on a channel of PostgreSQL. A connection that broke is opened again; what was said meanwhile is
 * not repeated, so who listens must look by itself now and then.
 */
export class Listener {
  readonly #parts: ListenerParts;
  #client: pg.Client | null = null;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { address, channel, heard } = this.#parts;
    const client = new pg.Client({
      ...connectionOf(address),
      application_name: `tocsin hears ${channel}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on('notification', heard);
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('it ended')));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      heard();
    } catch (error) {
      this.#lose(client, error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#stopped) return;
    this.#client = null;
    client.end().catch(() => {});
    const { clock, log, channel } = this.#parts;
    log.warn('lost the connection that listens', { channel, error });
    this.#cancel = clock.after(retryMs, () => void this.start());
  }
}
