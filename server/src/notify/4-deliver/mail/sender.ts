import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Trx } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { InjectFault } from '../../../platform/fault-injection.ts';
import type { JobTask } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import {
  enqueueSending,
  findMail,
  markCancelled,
  markMailbox,
  markRefused,
  markSent,
  nextMailFor,
  type SelectedMail,
  sendTask,
} from '../../../platform/mail/store.ts';
import { nextAttemptAt } from '../back-off.ts';
import { hostOf, unsubscribeHeaders, wireMessageId } from './headers.ts';
import { HostLimits } from './host-limits.ts';

/** Decides about mails that can be cancelled until they are begun. */
export interface MailGate {
  /**
   * Marks a mail as begun and returns its final content, which is stored nowhere; null when it was cancelled. Called
   * again when the mail is tried again.
   */
  begin(mail: SelectedMail): Promise<Pick<SelectedMail, 'html' | 'text'> | null>;
  /** Called in the transaction that writes what became of a begun mail. */
  settled(trx: Trx, mailId: number, outcome: MailOutcome): Promise<void>;
}
type MailOutcome =
  | { readonly kind: 'sent'; readonly providerId: string | null }
  | { readonly kind: 'later' | 'failed'; readonly error: string };

export interface MailerDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** null: mails stay in the portal's mailbox. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Id of the sending installation: part of every Message-ID. */
  readonly installation: string;
  readonly publicUrl: string;
  readonly gate?: MailGate;
  /** A test hook between the server's 250 and our mark. */
  readonly injectFault?: InjectFault;
}

export interface Mailer {
  readonly tasks: Readonly<Record<string, JobTask>>;
  close(): void;
}

/** A 5xx answer to this mail is final. A refused sign-in is a matter of settings, not of this mail. */
export const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
};

const Payload = z.object({ mail: z.number() });

/** Maximum concurrent deliveries, each to another address. */
export const mailsAtOnce = 16;
/** Maximum concurrent deliveries to addresses of one host. */
const perHost = 4;
/** Delay before a slow host is tried again. */
const slowHostMs = 20_000;

/**
 * Sends queued mails, one recipient per mail and one mail at a time per address, so that a bad or slow one delays no
 * others: at most four go to one host at once, and one that does not answer for a minute is retried later. A mail whose
 * attempt timed out may arrive twice, under one Message-ID.
 */
export const createMailer = ({
  db,
  clock,
  log,
  smtpUrl,
  from,
  injectFault,
  gate,
  ...dependencies
}: MailerDependencies): Mailer => {
  const turns = new HostLimits(clock, perHost);
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

  const settled = async (trx: Trx, mail: SelectedMail, outcome: MailOutcome): Promise<void> => {
    if (mail.is_cancellable) await gate?.settled(trx, mail.id, outcome);
  };

  const take = async (mail: SelectedMail): Promise<'taken' | 'refused' | 'later'> => {
    const content = mail.is_cancellable && gate ? await gate.begin(mail) : mail;
    if (content === null) {
      await markCancelled(db, mail.id);
      return 'taken';
    }
    if (!transport) {
      await db.transaction().execute(async (trx) => {
        await markMailbox(trx, mail.id, new Date(clock.now()));
        await settled(trx, mail, { kind: 'sent', providerId: null });
      });
      return 'taken';
    }
    await injectFault?.('mail-begun');
    let providerId: string | null = null;
    try {
      const answer = await transport.sendMail({
        from,
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        html: content.html,
        text: content.text,
        messageId: wireMessageId(mail.message_id, from, dependencies.installation),
        // Prevents loops with automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.rule_id, dependencies.publicUrl) },
      });
      providerId = answer.messageId;
    } catch (error) {
      const now = clock.now();
      const times = { createdAt: mail.created_at.getTime(), now, retryAfterMs: null };
      const next = isFinal(error) ? null : nextAttemptAt('mail', mail.attempts + 1, times);
      const text = error instanceof Error ? error.message : String(error);
      log.warn('a mail was not accepted', {
        mail: mail.id,
        error: text,
        again_at: next && new Date(next).toISOString(),
      });
      await db.transaction().execute(async (trx) => {
        await markRefused(trx, mail.id, text, next === null ? null : new Date(next));
        if (next !== null) await enqueueSending(trx, mail, new Date(next));
        await settled(trx, mail, { kind: next === null ? 'failed' : 'later', error: text });
      });
      return next === null ? 'refused' : 'later';
    }
    await injectFault?.('mailed');
    await db.transaction().execute(async (trx) => {
      await markSent(trx, mail.id, new Date(clock.now()));
      await settled(trx, mail, { kind: 'sent', providerId });
    });
    return 'taken';
  };

  // This run also sends what else is queued for its address: the next job of a queue starts only seconds later.
  const send: JobTask = async (payload) => {
    const mail = await findMail(db, Payload.parse(payload).mail);
    if (!mail) return;
    const host = hostOf(mail.to_address);
    const giveBack = await turns.take(host);
    if (!giveBack) {
      if (mail.state === 'queued') await enqueueSending(db, mail, new Date(clock.now() + slowHostMs));
      return;
    }
    try {
      if (mail.state === 'queued' && (await take(mail)) === 'later') return;
      for (;;) {
        const next = await nextMailFor(db, mail.to_address, new Date(clock.now()));
        if (!next || (await take(next)) === 'later') return;
      }
    } finally {
      giveBack();
    }
  };

  return { tasks: { [sendTask]: send }, close: () => transport?.close() };
};
