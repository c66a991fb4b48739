import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { type JobTask, oweJob } from '../../base/jobs.ts';
import { forgetMails } from '../../base/mail.ts';
import { day } from './parts.ts';
import { forgetKeys } from './store-keys.ts';
import { forgetLinks } from './store-links.ts';
import { forgetSessions } from './store-sessions.ts';

export const forgetTask = 'forget-accounts';
/** Addresses from which somebody has signed in are known for 30 days (decisions.md 4); mails are shown for 90. */
const sessionsKeptMs = 31 * day;
const mailsKeptMs = 90 * day;

/** Owed once for all processes: each run owes the next. */
export const oweForgetting = (db: Db, at: Date): Promise<void> =>
  oweJob(db, { task: forgetTask, payload: {}, key: forgetTask, runAt: at, priority: 10 });

/** Once a day: sessions, keys, links and mails of which nobody needs to know any more. */
export const createForgetting =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): JobTask =>
  async () => {
    const now = clock.now();
    await forgetSessions(db, new Date(now - sessionsKeptMs));
    await forgetKeys(db, new Date(now - sessionsKeptMs));
    await forgetLinks(db, new Date(now - sessionsKeptMs));
    await forgetMails(db, new Date(now - mailsKeptMs));
    await oweForgetting(db, new Date(now + day));
  };
