import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface Receiver {
  readonly user_id: number;
  readonly email: string;
}
/** Managers of a site and account managers of its client who did not turn the mail off. */
export const receiversOf = (db: Db, siteId: number): Promise<Receiver[]> =>
  query(db).all(sql<Receiver>`select distinct u.id as user_id, u.email
    from site s join client_member m on m.client_id = s.client_id and m.is_active
      join users u on u.id = m.user_id
      left join membership p on p.user_id = u.id and p.site_id = s.id and p.has_access
    where s.id = ${siteId} and u.is_active and u.removed_at is null and u.registered_at is not null
      and u.has_protection_mail and (m.is_accounts_management or p.permission = 'Manager')
    order by u.id`);

export interface Sent {
  /** The Monday of the last weekly mail, `2026-11-16`. */
  readonly week: string;
  /** The first day of the month in which hours were mailed last; null: never. */
  readonly month: string | null;
}
/** What was mailed about a site; locked. Undefined: nothing yet. */
export const lockSent = (db: Db, siteId: number): Promise<Sent | undefined> =>
  query(db).first(sql<Sent>`select week::text as week, month::text as month from protection_mail
    where site_id = ${siteId} for update`);

export const writeWeek = (db: Db, siteId: number, week: string): Promise<void> =>
  query(db).run(sql`insert into protection_mail (site_id, week) values (${siteId}, ${week}::date)
    on conflict (site_id) do update set week = excluded.week`);

export const writeMonth = (db: Db, siteId: number, month: string): Promise<void> =>
  query(db).run(sql`update protection_mail set month = ${month}::date where site_id = ${siteId}`);

export interface Reminder {
  readonly device_id: number;
  readonly path: string;
  readonly due: number;
}
/** Reminders of a site's sensors since a moment. */
export const remindersSince = (db: Db, siteId: number, since: Date): Promise<Reminder[]> =>
  query(db).all(sql<Reminder>`select r.device_id, r.path, r.due from proof_test_reminder r
    join device d on d.id = r.device_id where d.site_id = ${siteId} and r.reminded_at > ${since}`);

export const writeReminders = (db: Db, reminders: readonly Reminder[], at: Date): Promise<void> =>
  query(db).run(sql`insert into proof_test_reminder (device_id, path, due, reminded_at)
    select device_id, path, due, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb) as r(device_id int, path text, due bigint)
    on conflict (device_id, path) do update set due = excluded.due, reminded_at = excluded.reminded_at`);

export async function hasMail(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has_protection_mail: boolean }>`select has_protection_mail from users
    where id = ${userId}`.execute(db);
  return rows[0]?.has_protection_mail ?? true;
}
