import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { ApiKeyTable } from '../../platform/tables.ts';

export type KeyRow = Omit<Selectable<ApiKeyTable>, 'user_id' | 'revoked_at' | 'token_hash'> & {
  readonly company: string | null;
};

export const listKeys = (db: Db, userId: number): Promise<readonly KeyRow[]> =>
  query(db).all(sql<KeyRow>`
      select k.id, k.client_id, c.company, k.name, k.tail, k.scopes, k.created_at, k.expires_at, k.used_at, k.used_address
      from api_key k left join client c on c.id = k.client_id
      where k.user_id = ${userId} and k.revoked_at is null order by k.id desc`);

/** Locks a person's keys, so that concurrent requests cannot exceed the limit. */
export const lockKeysOf = async (db: Db, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('api_key'), ${userId})`.execute(db);
};

export const countKeysInForce = async (db: Db, userId: number, at: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_key
    where user_id = ${userId} and revoked_at is null and expires_at > ${at}`.execute(db);
  return rows[0]?.n ?? 0;
};
