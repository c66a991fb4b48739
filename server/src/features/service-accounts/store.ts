import { ClientId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import type { AccountRow, ServiceKeyRow } from '../../access/store-service-accounts.ts';
import type { Subjects } from '../../access/subject.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

export type ListedAccount = Pick<
  AccountRow,
  'id' | 'user_id' | 'client_id' | 'name' | 'scopes' | 'owner_id' | 'created_at'
> & { readonly owner: string };

const listed = sql`a.id, a.user_id, a.client_id, a.name, a.scopes, a.owner_id, a.created_at,
  coalesce(trim(u.first_name || ' ' || u.last_name), '') as owner
  from service_account a left join users u on u.id = a.owner_id and u.removed_at is null`;

/** The accounts of a client, or with null of the operator, by name. */
export const listAccounts = (
  db: Db,
  clientId: number | null,
  { limit, offset }: Section,
): Promise<readonly ListedAccount[]> =>
  query(db).all(sql<ListedAccount>`select ${listed} where a.client_id is not distinct from ${clientId}::int
      and a.removed_at is null order by lower(a.name), a.id limit ${limit} offset ${offset}`);

export const findAccount = (db: Db | Trx, id: number): Promise<ListedAccount | undefined> =>
  query(db).first(sql<ListedAccount>`select ${listed} where a.id = ${id} and a.removed_at is null`);

/** The same, locked for a change. */
export const lockAccount = (trx: Trx, id: number): Promise<ListedAccount | undefined> =>
  query(trx).first(sql<ListedAccount>`select ${listed} where a.id = ${id} and a.removed_at is null for update of a`);

/** How many accounts a client has, or with null the operator; concurrent requests cannot exceed a limit. */
export const countAccounts = async (trx: Trx | Db, clientId: number | null): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('service_account'), ${clientId ?? 0})`.execute(trx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from service_account
    where client_id is not distinct from ${clientId}::int and removed_at is null`.execute(trx);
  return rows[0]?.n ?? 0;
};

/** Keys of accounts that are not revoked, newest first. */
export const keysOf = (db: Db | Trx, accountIds: readonly number[]): Promise<readonly ServiceKeyRow[]> =>
  query(db).all(sql<ServiceKeyRow>`select * from service_key
      where account_id = any(${accountIds}::int[]) and revoked_at is null order by id desc`);

/** Whose account it is, for authorization. */
export const loadServiceAccount = async (db: Db, id: number): Promise<Subjects['service-account'] | undefined> => {
  const account = await findAccount(db, id);
  return account && { clientId: account.client_id === null ? null : ClientId.parse(account.client_id) };
};
