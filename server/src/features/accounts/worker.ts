import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import { forgetMails } from '../../platform/mail.ts';
import { day } from './dependencies.ts';
import { forgetKeys } from './store-api-keys.ts';
import { forgetLinks } from './store-links.ts';
import { forgetSessions } from './store-sessions.ts';

export const forgetTask = 'forget-accounts';
/** Known addresses are stored for 30 days, mails for 90. */
const sessionRetentionMs = 31 * day;
const mailsKeptMs = 90 * day;

/** Scheduled once for all processes; each run schedules the next. */
export const enqueueCleanup = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: forgetTask, payload: {}, key: forgetTask, runAt: at, priority: 10 });

export interface Forgetting {
  readonly db: Db;
  readonly clock: Clock;
  /** Cleanups of other features after the same time. */
  readonly others?: readonly ((db: Db, before: Date) => Promise<void>)[];
}

/** Deletes old sessions, keys, links and mails once a day. */
export const createForgetting =
  ({ db, clock, others = [] }: Forgetting): JobTask =>
  async () => {
    const now = clock.now();
    await forgetSessions(db, new Date(now - sessionRetentionMs));
    await forgetKeys(db, new Date(now - sessionRetentionMs));
    await forgetLinks(db, new Date(now - sessionRetentionMs));
    for (const forget of others) await forget(db, new Date(now - sessionRetentionMs));
    await forgetMails(db, new Date(now - mailsKeptMs));
    await enqueueCleanup(db, new Date(now + day));
  };
