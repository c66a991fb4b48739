import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { ContactMethodTable } from '../../platform/tables.ts';

/**
 * `address` is encrypted, `least_priority` is 1 critical to 4 low. `held_at`: held back since a reset of the password,
 * until the person confirms it. `client_id`: the client whose messages it gets; null: every client's.
 */
export type ContactMethodRow = Selectable<ContactMethodTable>;

/** Whether messages are sent to a method. */
export const isUsable = (row: Pick<ContactMethodRow, 'verified_at' | 'ended_at' | 'held_at'>): boolean =>
  row.verified_at !== null && row.ended_at === null && row.held_at === null;

export const findMethod = (db: Db, id: number): Promise<ContactMethodRow | undefined> =>
  query(db).first(sql<ContactMethodRow>`select * from contact_method where id = ${id}`);

/** A message was seen to arrive. */
export const setConfirmed = (db: Db, id: number, at: Date): Promise<void> =>
  query(db).run(sql`update contact_method set confirmed_at = greatest(confirmed_at, ${at}), error = '', failed_at = null
    where id = ${id}`);

export const setFailed = (db: Db, id: number, error: string, at: Date): Promise<void> =>
  query(db).run(sql`update contact_method set error = ${error.slice(0, 500)}, failed_at = ${at} where id = ${id}`);

/** The receiver is gone. True: a verified method has ended by this, which reached the person until then. */
export async function endMethod(trx: Trx, id: number, error: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ verified_at: Date | null }>`update contact_method set error = ${error.slice(0, 500)},
      failed_at = ${at}, ended_at = ${at} where id = ${id} and ended_at is null returning verified_at`.execute(trx);
  return rows[0] !== undefined && rows[0].verified_at !== null;
}

interface PushKeyRow {
  readonly public_key: string;
  readonly private_key: Buffer;
}

export const readPushKey = (db: Db): Promise<PushKeyRow | undefined> =>
  query(db).first(sql<PushKeyRow>`select public_key, private_key from push_key`);

/** Stores the pair unless another process was first; returns the one that is stored. */
export async function keepPushKey(db: Db, pair: PushKeyRow): Promise<PushKeyRow> {
  await sql`insert into push_key (public_key, private_key) values (${pair.public_key}, ${pair.private_key})
    on conflict do nothing`.execute(db);
  return (await readPushKey(db)) ?? pair;
}
