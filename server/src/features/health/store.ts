import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { HeartbeatMailTable } from '../../platform/tables.ts';

export type AliveRow = Omit<Selectable<HeartbeatMailTable>, 'id'>;

export const readAlive = (db: Db): Promise<AliveRow> =>
  query(db).one(sql<AliveRow>`
    select is_on, receivers, hour, timezone, next_at, last_at from heartbeat_mail`);

/** Locks the row until the transaction ends, so that a change and a run are serialized. */
export const lockAlive = async (db: Db): Promise<AliveRow> => {
  await sql`select 1 from heartbeat_mail for update`.execute(db);
  return await readAlive(db);
};

export const saveAlive = async (db: Db, row: Omit<AliveRow, 'last_at'>): Promise<void> => {
  const { is_on, receivers, hour, timezone, next_at } = row;
  await sql`update heartbeat_mail set is_on = ${is_on}, receivers = ${receivers}, hour = ${hour}, timezone = ${timezone},
    next_at = ${next_at}`.execute(db);
};

/** Gives the daily mail its defaults; false: it had them. */
export const resetAlive = (db: Db): Promise<boolean> =>
  query(db).exists(sql`
    update heartbeat_mail set is_on = default, receivers = default, hour = default, timezone = default, next_at = default
    where is_on or receivers <> '{}' or hour <> 7 or timezone <> 'UTC' returning id`);

export const markAlive = (db: Db, at: Date, next: Date): Promise<void> =>
  query(db).run(sql`update heartbeat_mail set last_at = ${at}, next_at = ${next}`);
