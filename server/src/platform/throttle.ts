import { createHash } from 'node:crypto';
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

/** An admitted attempt; cancel it when it turns out not to count (a correct password). */
interface Attempt {
  forgive(): Promise<void>;
}

/** Counts attempts by key in the database, so that the count covers all processes and survives restarts. */
export interface Throttle {
  /**
   * Counts an attempt and throws 429 with Retry-After beyond the limit. It is counted before it runs, so that
   * concurrent attempts get no further than sequential ones.
   */
  attempt(limit: Limit, key: string, text?: string): Promise<Attempt>;
  /**
   * Runs `work` as an attempt that counts only when it fails, by default with a Refusal. While other attempts of the
   * key might still fail, further ones wait instead of being refused: any number of correct ones pass at once, and
   * wrong ones get no further than sequentially. 503 when too many wait.
   */
  guarded<T>(limit: Limit, key: string, work: () => Promise<T>, options?: GuardOptions): Promise<T>;
  /** Resets the count of the key. */
  clear(limit: Limit, key: string): Promise<void>;
}

interface GuardOptions {
  /** The text of the 429. */
  readonly text?: string;
  /** Whether what `work` threw counts as a failed attempt. */
  readonly counts?: (error: unknown) => boolean;
}

const maxKey = 200;
/** Maximum attempts of one key that wait in this process. */
const maxWaiting = 200;

/** A long key is stored as its hash: truncated, two names with the same beginning would share a count. */
const storedKey = (key: string): string =>
  key.length <= maxKey ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

/** The attempts of one key in this process: the number running, and the next in the queue. */
class Lane {
  running = 0;
  waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #ended = Promise.withResolvers<void>();

  /** Admits one after the other, so that each sees the count of those before it. */
  admit<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Resolves when one of the running attempts has ended. */
  oneEnded(): Promise<void> {
    return this.#ended.promise;
  }

  end(): void {
    this.running--;
    this.#ended.resolve();
    this.#ended = Promise.withResolvers<void>();
  }
}

/** Counts attempts in the database, so that every process sees all of them. */
export const createThrottle = (db: Db, clock: Clock): Throttle => {
  let sweptAt = 0;
  const sweep = async (now: number): Promise<void> => {
    if (now - sweptAt < 3600_000) return;
    sweptAt = now;
    await sql`delete from throttle_hit where at < ${new Date(now - 25 * 3600_000)}`.execute(db);
  };
  const lanes = new Map<string, Lane>();

  const throttle: Throttle = {
    async attempt(limit, key, text) {
      const now = clock.now();
      await sweep(now);
      const k = storedKey(key);
      const { rows: inserted } = await sql<{ id: number }>`
        insert into throttle_hit (bucket, key, at) values (${limit.bucket}, ${k}, ${new Date(now)}) returning id`.execute(
        db,
      );
      const id = inserted[0]?.id ?? 0;
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
    async guarded(limit, key, work, { text, counts = isRefusal } = {}) {
      const name = `${limit.bucket} ${storedKey(key)}`;
      const lane = lanes.get(name) ?? new Lane();
      lanes.set(name, lane);
      if (lane.waiting >= maxWaiting) throw new Refusal('unavailable', undefined, { retryAfterSeconds: 1 });
      lane.waiting++;
      try {
        const attempt = await lane.admit(async () => {
          for (;;) {
            const ended = lane.oneEnded();
            try {
              const admitted = await throttle.attempt(limit, key, text);
              lane.running++;
              return admitted;
            } catch (error) {
              // Counted together with running ones: one of them may turn out correct.
              if (!isRefusal(error) || lane.running === 0) throw error;
              await ended;
            }
          }
        });
        try {
          const result = await work();
          await attempt.forgive();
          return result;
        } catch (error) {
          if (!counts(error)) await attempt.forgive();
          throw error;
        } finally {
          lane.end();
        }
      } finally {
        lane.waiting--;
        if (lane.waiting === 0) lanes.delete(name);
      }
    },
    async clear(limit, key) {
      await sql`delete from throttle_hit where bucket = ${limit.bucket} and key = ${storedKey(key)}`.execute(db);
    },
  };
  return throttle;
};

const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;
