import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Db } from '../db.ts';
import type { JobTask } from '../jobs.ts';
import type { Reach } from '../kill-at.ts';
import type { Log } from '../log.ts';
import {
  findMail,
  markMailbox,
  markRefused,
  markSent,
  nextMailFor,
  oweSending,
  type SelectedMail,
  sendTask,
} from './store.ts';

export interface MailerParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** null: mails stay in the portal's mailbox. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** A test's hook between the server's 250 and our mark. */
  readonly reach?: Reach;
}

export interface Mailer {
  readonly tasks: Readonly<Record<string, JobTask>>;
  close(): void;
}

const minute = 60_000;
const pauses = [minute, 5 * minute, 15 * minute];
const hour = 60 * minute;
const giveUpAfter = 24 * hour;

/** When to try again after so many attempts: 1, 5, 15 minutes, then hourly; null when 24 hours are over. */
export const nextAttempt = (createdAt: number, attempts: number, now: number): number | null => {
  const at = now + (pauses[attempts - 1] ?? hour);
  return at - createdAt > giveUpAfter ? null : at;
};

/** A 5xx answer to this mail is final. A refused sign-in is the server's setting, not this mail's fault. */
export const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
};

const Payload = z.object({ mail: z.number() });

/** How many mails are under way at once, each to another address. */
export const mailsAtOnce = 8;

/**
 * Sends what is owed, one receiver a mail and one mail at a time for each address, so that a bad or slow one holds up
 * nobody. A server that does not even greet is given up soon; one that has the mail gets the ten minutes of RFC 5321 to
 * answer, since a mail that is given up too early is sent twice.
 */
export const createMailer = ({ db, clock, log, smtpUrl, from, reach }: MailerParts): Mailer => {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        pool: true,
        maxConnections: mailsAtOnce,
        // Once more where a connection had died unseen; else the times to try again are ours.
        maxRequeues: 1,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 600_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : null;

  const take = async (mail: SelectedMail): Promise<'taken' | 'refused' | 'later'> => {
    if (!transport) {
      await markMailbox(db, mail.id, new Date(clock.now()));
      return 'taken';
    }
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: mail.message_id,
        // Nobody's holiday reply goes round in circles.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      const now = clock.now();
      const next = isFinal(error) ? null : nextAttempt(mail.created_at.getTime(), mail.attempts + 1, now);
      const text = error instanceof Error ? error.message : String(error);
      log.warn('a mail was not taken', { mail: mail.id, error: text, again_at: next && new Date(next).toISOString() });
      await db.transaction().execute(async (trx) => {
        await markRefused(trx, mail.id, text, next === null ? null : new Date(next));
        if (next !== null) await oweSending(trx, mail, new Date(next));
      });
      return next === null ? 'refused' : 'later';
    }
    await reach?.('mailed');
    await markSent(db, mail.id, new Date(clock.now()));
    return 'taken';
  };

  // Who has the address goes on with what else waits for it: the next job of a queue starts only seconds later.
  const send: JobTask = async (payload) => {
    const asked = await findMail(db, Payload.parse(payload).mail);
    if (!asked || (asked.state === 'queued' && (await take(asked)) === 'later')) return;
    for (;;) {
      const next = await nextMailFor(db, asked.to_address, new Date(clock.now()));
      if (!next || (await take(next)) === 'later') return;
    }
  };

  return { tasks: { [sendTask]: send }, close: () => transport?.close() };
};
