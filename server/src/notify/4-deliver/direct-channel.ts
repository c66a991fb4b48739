import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import { nextAttemptAt } from './back-off.ts';
import { linkToken, smsCode } from './link.ts';
import { type Channel, type Lease, withRetries } from './outbox.ts';
import type { Handover } from './send-to-method.ts';
import * as store from './store-direct.ts';

export interface DirectDependencies extends DbAndClock {
  readonly log: Log;
  /** Signs links and codes. */
  readonly encryption: Pick<Encryption, 'hash'>;
  /**
   * Hands a message over by its contact method, together with `others` that were gathered. The token is that of its link,
   * the code is what an SMS reply must contain.
   */
  readonly handOver: (
    message: store.DirectMessage,
    proof: { readonly token: string; readonly code: string; readonly others: number },
  ) => Promise<Handover>;
  /** Called in the transaction that writes a final failure. */
  readonly failed: (trx: Trx, messageIds: readonly number[]) => Promise<void>;
  readonly injectFault?: InjectFault;
}

/** Messages that are handed over at the same time. */
const atOnce = 32;
/** A handing over takes at most ten seconds, and its contact method may be noted twice. */
const leaseMs = 60_000;
/** Stored as the error of a message that could not be written, which is not its receiver's fault. */
const unpreparedText = 'It could not be prepared';
/** A push or an SMS that could not go for this long would only frighten: others were notified meanwhile. */
const staleMs = 10 * 60_000;
/** Said of a message that came too late to be sent. */
const staleText = 'Stale, not sent';
/** Stale messages that are ended in one transaction. */
const staleAtOnce = 500;

/** Push, SMS and personal webhooks: several messages at once, one at a time for each contact method. */
export function directChannel(dependencies: DirectDependencies): Channel<store.DirectMessage> {
  const { db, clock } = dependencies;
  const staleBefore = () => new Date(clock.now() - staleMs);
  return {
    what: 'send the messages',
    atOnce,
    leaseMs,
    prepare: () => endStale(dependencies, staleBefore()),
    claim: ({ now, until, room, underWay }) =>
      store.claimDirect(db, {
        now,
        leaseUntil: until,
        limit: room,
        busy: underWay.flatMap(({ contact_method_id: id }) => (id === null ? [] : [id])),
        staleBefore: staleBefore(),
      }),
    send: (message, lease) => sendOne(dependencies, message, lease),
  };
}

/** Ends stale messages; true when there may be more of them. */
async function endStale({ db, clock, failed }: DirectDependencies, staleBefore: Date): Promise<boolean> {
  const now = new Date(clock.now());
  return await db.transaction().execute(async (trx) => {
    const ids = await store.failStale(trx, { now, staleBefore, error: staleText, limit: staleAtOnce });
    if (ids.length > 0) await failed(trx, ids);
    return ids.length === staleAtOnce;
  });
}

async function sendOne(dependencies: DirectDependencies, message: store.DirectMessage, lease: Lease): Promise<void> {
  const { db, clock } = dependencies;
  const persistently = <T>(work: () => Promise<T>) => withRetries(clock, lease, work);
  const others = message.is_gathered
    ? await persistently(() => store.claimWith(db, message, new Date(clock.now() + leaseMs)))
    : [];
  const claimed = [message, ...others];
  await dependencies.injectFault?.('message-begun');
  const handover = await persistently(() => attempt(dependencies, message, others.length)).catch(
    (error: unknown): Handover => {
      dependencies.log.error('a message could not be prepared; retrying', { error });
      return { kind: 'later', error: unpreparedText, retryAfterMs: null };
    },
  );
  const outcome = outcomeOf(message, handover, clock.now());
  await dependencies.injectFault?.('message-taken');
  await persistently(() =>
    db.transaction().execute(async (trx) => {
      const ids = await store.settleDirect(trx, claimed, outcome);
      if (outcome.kind === 'failed') await dependencies.failed(trx, ids);
    }),
  );
}

async function attempt(
  dependencies: DirectDependencies,
  message: store.DirectMessage,
  others: number,
): Promise<Handover> {
  const { encryption } = dependencies;
  if (message.contact_method_id === null) return { kind: 'failed', error: 'The method was removed' };
  const proof = { token: linkToken(encryption, message), code: smsCode(encryption, message), others };
  return await dependencies.handOver(message, proof);
}

const backOffOf = { push: 'push', sms: 'sms', webhook: 'personalWebhook' } as const;

function outcomeOf(message: store.DirectMessage, attempt: Handover, now: number): store.DirectOutcome {
  if (attempt.kind !== 'later') return attempt;
  const { error, retryAfterMs } = attempt;
  const times = { createdAt: message.created_at.getTime(), now, retryAfterMs };
  const dueAt = nextAttemptAt(backOffOf[message.method], message.attempts, times);
  return dueAt === null ? { kind: 'failed', error } : { kind: 'later', error, dueAt: new Date(dueAt) };
}
