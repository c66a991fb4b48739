import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface CalendarRow {
  readonly created_at: Date;
  readonly used_at: Date | null;
}

export const calendarOfUser = (db: Db, userId: number): Promise<CalendarRow | undefined> =>
  query(db).first(sql<CalendarRow>`select created_at, used_at from duty_calendar
    where user_id = ${userId}`);

/** Stores the address of a person's calendar; it replaces the one before. */
export const putCalendar = (trx: Trx, userId: number, tokenHash: Buffer, at: Date): Promise<void> =>
  query(trx).run(sql`insert into duty_calendar (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${at})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
      used_at = null`);

/** Revokes the address; false: there was none. */
export const deleteCalendar = (trx: Trx, userId: number): Promise<boolean> =>
  query(trx).exists(sql`delete from duty_calendar where user_id = ${userId} returning user_id`);

/** Whose calendar an address shows, noting its use; undefined: it is unknown or revoked. */
export async function useCalendar(db: Db, tokenHash: Buffer, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`update duty_calendar set used_at = ${at}
    where token_hash = ${tokenHash} returning user_id`.execute(db);
  return rows[0]?.user_id;
}

/** Ids of rotations in which a person has turns, or overrides that end after a moment; at most `limit`. */
export const rotationsWith = (db: Db, userId: number, after: Date, limit: number): Promise<number[]> =>
  query(db).column(
    sql<{ id: number }>`select rotation_id as id from rotation_person where user_id = ${userId}
    union select rotation_id from rotation_override where user_id = ${userId} and ends_at > ${after}
    order by id limit ${limit}`,
    'id',
  );
