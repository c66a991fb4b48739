import type { ContactKind } from '@tocsin/contract/contact-methods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

const usable = sql.raw('verified_at is not null and ended_at is null and held_at is null');

/** A method that a session of a provider added is for messages of its client alone. */
const servesClient = (clientId: number) => sql`(client_id is null or client_id = ${clientId})`;

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

/** The verified methods of a person that still exist and take messages of a client and a priority. */
export const usableOf = (
  db: Db,
  { userId, clientId, priority }: { readonly userId: number; readonly clientId: number; readonly priority: number },
): Promise<{ readonly id: number; readonly kind: ContactKind }[]> =>
  query(db).all(sql<{ id: number; kind: ContactKind }>`select id, kind from contact_method
    where user_id = ${userId} and ${usable} and ${servesClient(clientId)} and least_priority >= ${priority}
    order by id`);

/** The usable methods for messages of a client, and the quiet hours, of several people. */
export async function reachOf(db: Db, clientId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return { methods: [], quiet: new Map<number, QuietHoursRow>() };
  const ids = [...userIds];
  const [methods, quiet] = await Promise.all([
    sql<{ user_id: number; kind: ContactKind; least_priority: number }>`select user_id, kind, least_priority
      from contact_method where user_id = any(${ids}::int[]) and ${usable}
        and ${servesClient(clientId)}
      order by id`.execute(db),
    sql<QuietHoursRow & { user_id: number }>`select user_id, begins, ends, timezone from quiet_hours
      where user_id = any(${ids}::int[])`.execute(db),
  ]);
  return { methods: methods.rows, quiet: new Map(quiet.rows.map((row) => [row.user_id, row])) };
}
