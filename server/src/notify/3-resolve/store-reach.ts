import type { ContactKind } from '@tocsin/contract/contact-methods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

const usable = sql.raw('verified_at is not null and ended_at is null and held_at is null');

export interface QuietHoursRow {
  readonly begins: number;
  readonly ends: number;
  readonly timezone: string;
}

export async function quietHoursOf(db: Db, userId: number): Promise<QuietHoursRow | null> {
  const { rows } = await sql<QuietHoursRow>`select begins, ends, timezone from quiet_hours
    where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** The verified methods of a person that still exist and take messages of a priority. */
export async function usableOf(
  db: Db,
  userId: number,
  priority: number,
): Promise<{ readonly id: number; readonly kind: ContactKind }[]> {
  const { rows } = await sql<{ id: number; kind: ContactKind }>`select id, kind from contact_method
    where user_id = ${userId} and ${usable} and least_priority >= ${priority}
    order by id`.execute(db);
  return rows;
}

/** The usable methods and the quiet hours of several people. */
export async function reachOf(db: Db, userIds: readonly number[]) {
  const ids = [...userIds];
  const [methods, quiet] = await Promise.all([
    sql<{ user_id: number; kind: ContactKind; least_priority: number }>`select user_id, kind, least_priority
      from contact_method where user_id = any(${ids}::int[]) and ${usable}
      order by id`.execute(db),
    sql<QuietHoursRow & { user_id: number }>`select user_id, begins, ends, timezone from quiet_hours
      where user_id = any(${ids}::int[])`.execute(db),
  ]);
  return { methods: methods.rows, quiet: new Map(quiet.rows.map((row) => [row.user_id, row])) };
}
