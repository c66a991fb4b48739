import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { ApiKeyTable } from '../../platform/tables.ts';

export type KeyRow = Omit<Selectable<ApiKeyTable>, 'user_id' | 'revoked_at' | 'token_hash'> & {
  readonly company: string | null;
};

export const listKeys = async (db: Db, userId: number): Promise<readonly KeyRow[]> =>
  (
    await sql<KeyRow>`
      select k.id, k.client_id, c.company, k.name, k.tail, k.scopes, k.created_at, k.expires_at, k.used_at, k.used_address
      from api_key k left join client c on c.id = k.client_id
      where k.user_id = ${userId} and k.revoked_at is null order by k.id desc`.execute(db)
  ).rows;

/** Locks a person's keys, so that concurrent requests cannot exceed the limit. */
export const lockKeysOf = async (db: Db, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('api_key'), ${userId})`.execute(db);
};

export const countKeysInForce = async (db: Db, userId: number, at: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_key
    where user_id = ${userId} and revoked_at is null and expires_at > ${at}`.execute(db);
  return rows[0]?.n ?? 0;
};

export interface NewKey {
  readonly userId: number;
  readonly clientId: number | null;
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly tail: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const insertKey = async (db: Db, key: NewKey): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (user_id, client_id, name, token_hash, tail, scopes, created_at, expires_at)
    values (${key.userId}, ${key.clientId}, ${key.name}, ${key.tokenHash}, ${key.tail}, ${key.scopes}, ${key.createdAt},
      ${key.expiresAt}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/**
 * Revokes a key and returns its name; undefined when it does not exist, belongs to another person or is already
 * revoked.
 */
export const revokeKey = async (db: Db, userId: number, id: number, at: Date): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`update api_key set revoked_at = ${at}
    where id = ${id} and user_id = ${userId} and revoked_at is null returning name`.execute(db);
  return rows[0]?.name;
};

/** Revokes every key of a person except those named. */
export const revokeKeysOf = async (db: Db, userId: number, at: Date, but: readonly number[] = []): Promise<void> => {
  await sql`update api_key set revoked_at = ${at}
    where user_id = ${userId} and revoked_at is null and id <> all(${but}::int[])`.execute(db);
};

/** Deletes old keys. Expired keys stay listed for a while, so that the reason for a program's 401 is visible. */
export const forgetKeys = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from api_key where revoked_at < ${before} or expires_at < ${before}`.execute(db);
};
