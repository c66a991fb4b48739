import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { allConnections } from '../../platform/connections.ts';
import { type Database, inTransaction, openPool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';

const beatMs = 5_000;
/** Shorter intervals between two beats are no gap. */
const minGapMs = 15_000;

type Kind = 'server' | 'standstill' | 'database';

/**
 * Writes a beat every few seconds. Gaps between beats are recorded permanently: the server was stopped or stalled, or
 * its database was unavailable. With several processes, one running process suffices.
 */
export class Watch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pool: pg.Pool;
  #cancel: () => void = () => {};
  #stopped = false;
  #beats = 0;
  /** An attempt has failed since the last beat. */
  #failed = false;
  #running: Promise<void> | null = null;

  constructor({ address, clock, log }: { address: Database['address']; clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
    // A connection of its own: waiting for a shared one would look like an unavailable database.
    this.#pool = openPool(address, log, {
      max: allConnections.watch,
      name: 'tocsin watch',
      statementTimeoutMs: 10_000,
    });
  }

  /** Records how long the server was down, and starts the beats. */
  async start(): Promise<void> {
    await this.#beat();
    this.#next();
  }

  /** Writes a last beat, so that the stop is known to the second. */
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
        if (seen === null || now - seen < minGapMs) return;
        await noteGap(client, this.#kindOf(seen, began), seen, now);
      });
      this.#beats++;
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#log.warn('could not write a watch beat', { error });
      this.#failed = true;
    }
  }

  #kindOf(seen: number, began: number): Kind {
    if (this.#beats === 0) return 'server';
    // Requested in time but answered late: the database was slow. Requested late: this process stalled.
    return this.#failed || began - seen < minGapMs ? 'database' : 'standstill';
  }
}

export const createWatch = (dependencies: ConstructorParameters<typeof Watch>[0]): Watch => new Watch(dependencies);

async function lastSeen(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ seen_at: number }>('select seen_at from monitoring_watch where one for update');
  return rows[0]?.seen_at ?? null;
}
async function seeNow(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `insert into monitoring_watch (since, seen_at) values ($1, $1)
     on conflict (one) do update set seen_at = greatest(monitoring_watch.seen_at, excluded.seen_at)`,
    [now],
  );
}
async function noteGap(client: pg.ClientBase, kind: Kind, from: number, to: number): Promise<void> {
  await client.query('insert into monitoring_gap (kind, from_at, to_at) values ($1, $2, $3)', [kind, from, to]);
}
