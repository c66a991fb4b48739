import type pg from 'pg';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, openPool } from '../../base/db.ts';
import type { Log } from '../../base/log.ts';

const beatMs = 5_000;
/** Less between two signs of life is no gap. */
const leastGapMs = 15_000;

type Kind = 'server' | 'standstill' | 'database';

/**
 * Writes a sign of life every few seconds. What is missing between two of them becomes a row that stays: the server was
 * stopped, stood still, or its database was away. Of several processes one that lives is enough.
 */
export class Watch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pool: pg.Pool;
  #cancel: () => void = () => {};
  #stopped = false;
  #beats = 0;
  /** A try that failed since the last sign of life. */
  #failed = false;
  #running: Promise<void> | null = null;

  constructor({ address, clock, log }: { address: Database['address']; clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
    // A connection of its own: who waits for one of the rooms' would be taken for a database that is away.
    this.#pool = openPool(address, log, { max: 1, name: 'tocsin watch', statementTimeoutMs: 10_000 });
  }

  /** Notes how long the server was away, and begins. */
  async start(): Promise<void> {
    await this.#beat();
    this.#next();
  }

  /** With a last sign of life, so that a stop is known to the second. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
    if (!this.#failed) await this.#beat();
    await this.#pool.end();
  }

  #next(): void {
    if (this.#stopped) return;
    this.#cancel = this.#clock.after(beatMs, () => {
      this.#running = this.#beat().finally(() => this.#next());
    });
  }

  async #beat(): Promise<void> {
    const began = this.#clock.now();
    try {
      await inTransaction(this.#pool, async (client) => {
        const seen = await lastSeen(client);
        const now = this.#clock.now();
        await seeNow(client, now);
        if (seen === null || now - seen < leastGapMs) return;
        await noteGap(client, this.#kindOf(seen, began), seen, now);
      });
      this.#beats++;
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#log.warn('could not write a sign of life', { error });
      this.#failed = true;
    }
  }

  #kindOf(seen: number, began: number): Kind {
    if (this.#beats === 0) return 'server';
    // Asked in time, answered late: the database. Asked late: this process stood still.
    return this.#failed || began - seen < leastGapMs ? 'database' : 'standstill';
  }
}

export const createWatch = (parts: ConstructorParameters<typeof Watch>[0]): Watch => new Watch(parts);

async function lastSeen(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ seen_at: number }>('select seen_at from watch where one for update');
  return rows[0]?.seen_at ?? null;
}
async function seeNow(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `insert into watch (since, seen_at) values ($1, $1)
     on conflict (one) do update set seen_at = greatest(watch.seen_at, excluded.seen_at)`,
    [now],
  );
}
async function noteGap(client: pg.ClientBase, kind: Kind, from: number, to: number): Promise<void> {
  await client.query('insert into unwatched (kind, from_at, to_at) values ($1, $2, $3)', [kind, from, to]);
}
