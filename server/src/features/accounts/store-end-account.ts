import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Ends a person's links with clients' providers, and with them the sessions that came from there. */
export const unlinkProviders = (db: Db, userId: number): Promise<void> =>
  query(db).run(sql`delete from provider_link where user_id = ${userId}`);

/** Ends what a person has begun at a provider and not finished. */
export const dropProviderAttempts = (db: Db, userId: number): Promise<void> =>
  query(db).run(sql`delete from provider_attempt where user_id = ${userId}`);

export const dropCalendar = (db: Db, userId: number): Promise<void> =>
  query(db).run(sql`delete from duty_calendar where user_id = ${userId}`);

export const dropQuietHours = (db: Db, userId: number): Promise<void> =>
  query(db).run(sql`delete from quiet_hours where user_id = ${userId}`);

/** Cancels what waits for the contact methods of a person that `held_at` names, or for all of them. */
const cancelDirect = (db: Db, userId: number, at: Date, heldAt: Date | null): Promise<void> =>
  query(db).run(sql`update message set state = 'cancelled', cancelled_at = ${at}, due_at = null
    where state = 'pending' and contact_method_id in (select id from contact_method
      where user_id = ${userId} and (${heldAt}::timestamptz is null or held_at = ${heldAt}))`);

export const dropContactMethods = async (db: Db, userId: number, at: Date): Promise<void> => {
  await cancelDirect(db, userId, at, null);
  await sql`delete from contact_method where user_id = ${userId}`.execute(db);
};

/** Holds back the methods that were added since a moment (null: all) and returns how many. */
export const holdContactMethods = async (db: Db, userId: number, since: Date | null, at: Date): Promise<number> => {
  const { rows } = await sql`update contact_method set held_at = ${at}
    where user_id = ${userId} and held_at is null and (${since}::timestamptz is null or created_at >= ${since})
    returning id`.execute(db);
  await cancelDirect(db, userId, at, at);
  return rows.length;
};

/** How many contact methods of a person receive messages. */
export const countFastMethods = async (db: Db, userId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from contact_method
    where user_id = ${userId} and verified_at is not null and ended_at is null and held_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};
