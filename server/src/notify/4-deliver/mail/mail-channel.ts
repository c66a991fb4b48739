import { createTransport } from 'nodemailer';
import type { DbAndClock, Trx } from '../../../platform/db.ts';
import type { Encryption } from '../../../platform/encryption.ts';
import type { InjectFault } from '../../../platform/fault-injection.ts';
import type { Log } from '../../../platform/log.ts';
import * as store from '../../../platform/mail/store.ts';
import { nextAttemptAt } from '../back-off.ts';
import { unsubscribeToken } from '../link.ts';
import { type Channel, withRetries } from '../outbox.ts';
import { threadHeaders, unsubscribeHeaders, wireMessageId } from './headers.ts';

/** Decides about mails that can be cancelled until they are begun. */
export interface MailGate {
  /**
   * Marks a mail as begun and returns its final content, which is stored nowhere; null when it was cancelled. Called
   * again when the mail is tried again.
   */
  begin(
    mail: Pick<store.ClaimedMail, 'id' | 'html' | 'text'>,
  ): Promise<Pick<store.ClaimedMail, 'html' | 'text'> | null>;
  /** Called in the transaction that writes what became of a begun mail. */
  settled(trx: Trx, mailId: number, outcome: MailOutcome): Promise<void>;
}
type MailOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | null }
  | { readonly kind: 'later' | 'failed'; readonly error: string };

export interface MailDependencies extends DbAndClock {
  readonly log: Log;
  /** null: mails stay in the portal's mailbox. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Id of the sending installation: part of every Message-ID. */
  readonly installation: string;
  readonly publicUrl: string;
  /** This process, by the name of its listening connection: while that is there, no other process sends its mails. */
  readonly sender: string;
  /** Signs the links that end the mails of a rule. */
  readonly encryption: Pick<Encryption, 'hash'>;
  readonly gate?: MailGate;
  /** A test hook between the server's 250 and our mark. */
  readonly injectFault?: InjectFault;
  /** Ends the wait for a mail server that takes too long. */
  readonly timeout?: () => AbortSignal;
}

/** What became of a mail that was begun. */
type Outcome =
  | Extract<store.MailEnd, { readonly error: string }>
  | (Extract<store.MailEnd, { readonly at: Date }> & { readonly providerId: string | null });

/** A channel of the outbox with connections to the mail server. */
export interface MailChannel extends Channel<store.ClaimedMail> {
  close(): void;
}

/** A 5xx answer to this mail is final. A refused sign-in is a matter of settings, not of this mail. */
export const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
};

/** Maximum concurrent deliveries, each to another address. */
export const mailsAtOnce = 16;
/** Maximum concurrent deliveries to addresses of one host, so that one that hangs delays no others. */
const perHost = 4;
/** An attempt that takes longer is retried; the mail may then arrive twice, under one Message-ID. */
const attemptMs = 90_000;
/** More than twice as long as an attempt takes. */
const leaseMs = 4 * 60_000;
/** Interval of looks for mails that dead processes hold. */
const lookMs = 30_000;

/** Sends mails, one recipient per mail and one mail at a time per address, so that a bad or slow one delays no others. */
export function mailChannel(dependencies: MailDependencies): MailChannel {
  const { db, clock, smtpUrl, sender } = dependencies;
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        pool: true,
        maxConnections: mailsAtOnce,
        // Retries once when an idle connection had died; later attempts follow our own schedule.
        maxRequeues: 1,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 60_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : null;
  return {
    what: 'send the mails',
    atOnce: mailsAtOnce,
    leaseMs,
    prepare: watchSenders(dependencies),
    claim: ({ now, until: leaseUntil, room: limit }) =>
      store.claimMails(db, { now, leaseUntil, limit, perHost, sender }),
    async send(mail, lease) {
      const persistently = <T>(work: () => Promise<T>) => withRetries(clock, lease, work);
      const { gate } = dependencies;
      const content = mail.is_cancellable && gate ? await persistently(() => gate.begin(mail)) : mail;
      if (content === null) {
        await persistently(() => store.settleMail(db, mail, { state: 'cancelled' }));
        return;
      }
      const end: Outcome = transport
        ? await attempt(dependencies, transport, { ...mail, ...content })
        : { state: 'mailbox', at: new Date(clock.now()), providerId: null };
      await persistently(() => settle(dependencies, mail, end));
    },
    close: () => transport?.close(),
  };
}

/**
 * Makes the mails of dead processes due: at the first look at once, later of those that were absent twice, because a
 * listening connection that broke is made again.
 */
function watchSenders({ db, clock, log, sender }: MailDependencies): () => Promise<boolean> {
  let nextLookAt = Number.NEGATIVE_INFINITY;
  let absent: ReadonlySet<string> | null = null;
  return async () => {
    const now = clock.now();
    if (now < nextLookAt) return false;
    const found = await store.absentSenders(db, sender);
    const dead = found.filter((one) => absent?.has(one) ?? true);
    absent = new Set(found);
    nextLookAt = now + lookMs;
    const count = dead.length === 0 ? 0 : await store.releaseMails(db, dead, new Date(now));
    if (count > 0) log.info('released the mails of a process that died', { mails: count });
    return false;
  };
}

async function attempt(
  dependencies: MailDependencies,
  transport: { sendMail(mail: object): Promise<{ readonly messageId: string }> },
  mail: store.ClaimedMail,
): Promise<Outcome> {
  const { clock, log, from, installation, publicUrl, encryption, injectFault } = dependencies;
  const unsubscribe = mail.rule_id === null ? null : unsubscribeToken(encryption, mail.rule_id, mail.to_address);
  await injectFault?.('mail-begun');
  const sending = transport.sendMail({
    from,
    to: { name: '', address: mail.to_address },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: wireMessageId(mail.message_id, from, installation),
    ...threadHeaders(mail.thread, from, installation),
    // Prevents loops with automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe, publicUrl) },
  });
  try {
    const { messageId } = await within(sending, dependencies.timeout?.() ?? AbortSignal.timeout(attemptMs));
    await injectFault?.('mailed');
    return { state: 'sent', at: new Date(clock.now()), providerId: messageId };
  } catch (error) {
    const now = clock.now();
    const times = { createdAt: mail.created_at.getTime(), now, retryAfterMs: null };
    const next = isFinal(error) ? null : nextAttemptAt('mail', mail.attempts + 1, times);
    const text = error instanceof Error ? error.message : String(error);
    const again_at = next && new Date(next).toISOString();
    log.warn('a mail was not accepted', { mail: mail.id, error: text, again_at });
    return next === null ? { state: 'failed', error: text } : { state: 'pending', error: text, nextAt: new Date(next) };
  }
}

/** The result of `work`, or an error once the signal aborts; the work itself goes on. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const give = () => reject(new Error('The mail server did not answer in time'));
  signal.addEventListener('abort', give, { once: true });
  if (signal.aborted) give();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', give);
  }
}

/** Writes what became of a mail and of the messages that it carries, unless another process has claimed it since. */
async function settle({ db, gate }: MailDependencies, mail: store.ClaimedMail, end: Outcome): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await store.settleMail(trx, mail, end)) || !mail.is_cancellable) return;
    await gate?.settled(trx, mail.id, outcomeOf(end));
  });
}

const outcomeOf = (end: Outcome): MailOutcome =>
  'error' in end
    ? { kind: end.state === 'failed' ? 'failed' : 'later', error: end.error }
    : { kind: 'sent', providerId: end.providerId };
