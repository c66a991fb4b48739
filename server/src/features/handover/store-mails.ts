import type { HandoverMails } from '@tocsin/contract/handover';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export type MailedSpan = keyof HandoverMails;

/** What a person is mailed about a site. */
export async function mailsOf(db: Db, siteId: number, userId: number): Promise<HandoverMails> {
  const { rows } = await sql<{ span: MailedSpan }>`select span from handover_mail
    where site_id = ${siteId} and user_id = ${userId}`.execute(db);
  const has = (span: MailedSpan): boolean => rows.some((row) => row.span === span);
  return { day: has('day'), week: has('week') };
}

/** Begins mailing a span; one that is mailed already keeps its time. */
export const beginMails = (
  db: Db,
  row: { readonly siteId: number; readonly userId: number; readonly span: MailedSpan; readonly nextAt: number },
): Promise<void> =>
  query(db).run(sql`insert into handover_mail (site_id, user_id, span, next_at)
    values (${row.siteId}, ${row.userId}, ${row.span}, ${new Date(row.nextAt)}) on conflict do nothing`);

export const endMails = (db: Db, siteId: number, userId: number, span: MailedSpan): Promise<void> =>
  query(db).run(sql`delete from handover_mail where site_id = ${siteId} and user_id = ${userId} and span = ${span}`);

export interface DueMail {
  readonly site_id: number;
  readonly user_id: number;
  readonly span: MailedSpan;
  readonly next_at: Date;
}
/** Locks the mail that is due the longest, which no other process has; undefined when there is none. */
export const lockDueMail = (db: Db, now: Date, but: readonly string[] = []): Promise<DueMail | undefined> =>
  query(db).first(sql<DueMail>`select site_id, user_id, span, next_at from handover_mail
    where next_at <= ${now} and concat_ws(' ', site_id, user_id, span) <> all(${[...but]}::text[])
    order by next_at limit 1 for update skip locked`);

/** Names a mail, as `lockDueMail` takes it. */
export const mailKey = ({ site_id, user_id, span }: DueMail): string => `${site_id} ${user_id} ${span}`;

export const setNextMail = (db: Db, { site_id, user_id, span }: DueMail, nextAt: number): Promise<void> =>
  query(db).run(sql`update handover_mail set next_at = ${new Date(nextAt)}
    where site_id = ${site_id} and user_id = ${user_id} and span = ${span}`);
