import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import { Refusal } from './errors.ts';

export interface Limit {
  /** What is counted: 'sign-in', 'claim'. */
  readonly bucket: string;
  readonly most: number;
  readonly windowMs: number;
}

/** One attempt that was let through; take it back when it turned out not to count (a right password). */
export interface Attempt {
  forgive(): Promise<void>;
}

/** Counts attempts by key in the database, so that several processes count as one and a restart forgives nobody. */
export interface Throttle {
  /**
   * Counts an attempt and throws 429 with Retry-After when it is one too many. It is counted before it is tried:
   * a thousand at the same moment get no further than one after the other.
   */
  attempt(limit: Limit, key: string, text?: string): Promise<Attempt>;
  /** Forgets what was counted for the key. */
  clear(limit: Limit, key: string): Promise<void>;
}

const maxKey = 200;

/** Counts tries in the database, so that every process sees all of them. */
export const createThrottle = (db: Db, clock: Clock): Throttle => {
  let sweptAt = 0;
  const sweep = async (now: number): Promise<void> => {
    if (now - sweptAt < 3600_000) return;
    sweptAt = now;
    await sql`delete from throttle_hit where at < ${new Date(now - 25 * 3600_000)}`.execute(db);
  };
  return {
    async attempt(limit, key, text) {
      const now = clock.now();
      await sweep(now);
      const k = key.slice(0, maxKey);
      const { rows: made } = await sql<{ id: number }>`
        insert into throttle_hit (bucket, key, at) values (${limit.bucket}, ${k}, ${new Date(now)}) returning id`.execute(
        db,
      );
      const id = made[0]?.id ?? 0;
      const forgive = async () => {
        await sql`delete from throttle_hit where id = ${id}`.execute(db);
      };
      const { rows } = await sql<{ at: Date }>`
        select at from throttle_hit where bucket = ${limit.bucket} and key = ${k} and id <> ${id}
          and at > ${new Date(now - limit.windowMs)} order by at desc limit ${limit.most}`.execute(db);
      const oldest = rows[limit.most - 1];
      if (!oldest) return { forgive };
      // A refused attempt does not prolong the refusal.
      await forgive();
      const retryAfterSeconds = (oldest.at.getTime() + limit.windowMs - now) / 1000;
      throw new Refusal('too-many', text, { retryAfterSeconds });
    },
    async clear(limit, key) {
      await sql`delete from throttle_hit where bucket = ${limit.bucket} and key = ${key.slice(0, maxKey)}`.execute(db);
    },
  };
};
