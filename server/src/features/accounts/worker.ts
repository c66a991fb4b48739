import { forgetKeys } from '../../access/store-keys.ts';
import { forgetServiceKeys } from '../../access/store-service-accounts.ts';
import { forgetSessions } from '../../access/store-sessions.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { forgetMails } from '../../platform/mail.ts';
import { day } from './dependencies.ts';
import { forgetLinks } from './store-links.ts';

export const forgetTask = 'forget-accounts';
/** Known addresses are stored for 30 days, mails for 90. */
const sessionRetentionMs = 31 * day;
const mailsKeptMs = 90 * day;

export interface Forgetting extends DbAndClock {
  readonly log: Log;
  /** Cleanups of other features after the same time. */
  readonly others?: readonly ((db: Db, before: Date) => Promise<void>)[];
}

/** Deletes old sessions, keys, links and mails. */
export const createForgetting =
  ({ db, clock, log, others = [] }: Forgetting): (() => Promise<void>) =>
  async () => {
    const now = clock.now();
    const before = new Date(now - sessionRetentionMs);
    const failures = new Failures('kind of record', log);
    await failures.catch('session', () => forgetSessions(db, before));
    await failures.catch('key', () => forgetKeys(db, before));
    await failures.catch('service key', () => forgetServiceKeys(db, before));
    await failures.catch('link', () => forgetLinks(db, before));
    for (const forget of others) await failures.catch(forget.name, () => forget(db, before));
    await failures.catch('mail', () => forgetMails(db, new Date(now - mailsKeptMs)));
    failures.throwAny();
  };
