import type { Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import { overloadOf } from '../../platform/overload.ts';
import { linkToken, smsCode } from './link.ts';
import {
  claimDirect,
  claimWith,
  type DirectMessage,
  type DirectOutcome,
  failStale,
  settleDirect,
} from './store-direct.ts';

/** What became of one attempt. */
export type Attempt =
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly kind: 'later'; readonly error: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'failed'; readonly error: string };

export interface DirectDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Signs links and codes. */
  readonly encryption: Pick<Encryption, 'hash'>;
  /**
   * Hands a message over by its contact method, together with `others` that were gathered. The token is that of its link,
   * the code is what an SMS reply must contain.
   */
  readonly handOver: (
    message: DirectMessage,
    proof: { readonly token: string; readonly code: string; readonly others: number },
  ) => Promise<Attempt>;
  /** Called in the transaction that writes a final failure. */
  readonly failed: (trx: Trx, messageIds: readonly number[]) => Promise<void>;
  readonly injectFault?: InjectFault;
}

/** Messages that are handed over at the same time. */
const atOnce = 32;
/** A process that dies in an attempt leaves its message for this long. */
const leaseMs = 60_000;
/** What the database refuses within an attempt is tried again after this time, as long as the lease lasts. */
const retryMs = 1_000;
/** Stored as the error of a message that could not be written, which is not its receiver's fault. */
const unpreparedText = 'It could not be prepared';
/** A push or an SMS that could not go for this long would only frighten: others were notified meanwhile. */
const staleMs = 10 * 60_000;
/** Said of a message that came too late to be sent. */
const staleText = 'Stale, not sent';
/** Stale messages that are ended in one transaction. */
const staleAtOnce = 500;
const delaysMs = [5_000, 15_000, 30_000, 60_000, 120_000];
/** A webhook is tried for this long. */
const giveUpMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** Hands messages over by push, SMS and personal webhook: several at once, one at a time for each contact method. */
export class DirectSender {
  readonly #dependencies: DirectDependencies;
  readonly #underWay = new Map<Promise<void>, number | null>();
  /** Called when a place is free again. */
  readonly #freed: () => void;
  #isStopping = false;

  constructor(dependencies: DirectDependencies, freed: () => void) {
    this.#dependencies = dependencies;
    this.#freed = freed;
  }

  /** Starts what is due; false when nothing is. */
  async start(): Promise<boolean> {
    const room = atOnce - this.#underWay.size;
    if (room <= 0) return false;
    const { db, clock, log } = this.#dependencies;
    const now = clock.now();
    const staleBefore = new Date(now - staleMs);
    if (await endStale(this.#dependencies, staleBefore)) return true;
    const busy = [...this.#underWay.values()].filter((id) => id !== null);
    const due = await claimDirect(db, {
      now: new Date(now),
      leaseUntil: new Date(now + leaseMs),
      limit: room,
      busy,
      staleBefore,
    });
    for (const message of due) {
      const lease: Lease = { endsAt: now + leaseMs, isStopping: () => this.#isStopping };
      const run = sendOne(this.#dependencies, message, lease)
        .catch((error: unknown) => log.error('a message could not be sent; retrying', { error }))
        .finally(() => {
          this.#underWay.delete(run);
          this.#freed();
        });
      this.#underWay.set(run, message.contact_method_id);
    }
    return due.length > 0;
  }

  /** Waits for what is under way, without repeating what the database refuses: the lease leaves it to the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.idle();
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }
}

/** Ends stale messages; true when there may be more of them. */
async function endStale({ db, clock, failed }: DirectDependencies, staleBefore: Date): Promise<boolean> {
  const now = new Date(clock.now());
  return await db.transaction().execute(async (trx) => {
    const ids = await failStale(trx, { now, staleBefore, error: staleText, limit: staleAtOnce });
    if (ids.length > 0) await failed(trx, ids);
    return ids.length === staleAtOnce;
  });
}

/** How long this process may keep a message. */
interface Lease {
  readonly endsAt: number;
  readonly isStopping: () => boolean;
}

async function sendOne(dependencies: DirectDependencies, message: DirectMessage, lease: Lease): Promise<void> {
  const { db, clock } = dependencies;
  const persistently = <T>(work: () => Promise<T>) => withRetries(clock, lease, work);
  const others = message.is_gathered
    ? await persistently(() => claimWith(db, message, new Date(clock.now() + leaseMs)))
    : [];
  const ids = [message.id, ...others];
  await dependencies.injectFault?.('message-begun');
  const handover = await persistently(() => attempt(dependencies, message, others.length)).catch(
    (error: unknown): Attempt => {
      dependencies.log.error('a message could not be prepared; retrying', { error });
      return { kind: 'later', error: unpreparedText, retryAfterMs: null };
    },
  );
  const outcome = outcomeOf(message, handover, clock.now());
  await dependencies.injectFault?.('message-taken');
  await persistently(() =>
    db.transaction().execute(async (trx) => {
      await settleDirect(trx, ids, outcome);
      if (outcome.kind === 'failed') await dependencies.failed(trx, ids);
    }),
  );
}

/**
 * Repeats what the database refuses (no connection, overload), so that a message does not wait for the end of its lease
 * because of it. Other errors are thrown at once.
 */
async function withRetries<T>(clock: Clock, lease: Lease, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!overloadOf(error) || lease.isStopping() || clock.now() + retryMs >= lease.endsAt) throw error;
      await new Promise<void>((resolve) => clock.after(retryMs, resolve));
    }
  }
}

async function attempt(dependencies: DirectDependencies, message: DirectMessage, others: number): Promise<Attempt> {
  const { encryption } = dependencies;
  if (message.contact_method_id === null) return { kind: 'failed', error: 'The method was removed' };
  const proof = { token: linkToken(encryption, message), code: smsCode(encryption, message), others };
  return await dependencies.handOver(message, proof);
}

function outcomeOf(message: DirectMessage, attempt: Attempt, now: number): DirectOutcome {
  if (attempt.kind !== 'later') return attempt;
  const delay = delaysMs[Math.min(message.attempts, delaysMs.length) - 1] ?? hourMs;
  // A receiver cannot hold back what it never sees for more than an hour.
  const dueAt = now + Math.max(delay, Math.min(attempt.retryAfterMs ?? 0, hourMs));
  if (dueAt - message.created_at.getTime() > giveUpMs) return { kind: 'failed', error: attempt.error };
  return { kind: 'later', error: attempt.error, dueAt: new Date(dueAt) };
}
