import { BlockList, isIP } from 'node:net';
import { type ProgramScope, programScopes } from '@tocsin/contract/access';
import { ClientId, UserId } from '@tocsin/contract/ids';
import { serviceLimits } from '@tocsin/contract/service-accounts';
import { type Selectable, sql } from 'kysely';
import { type Db, prepared, type Trx } from '../platform/db.ts';
import { Refusal } from '../platform/errors.ts';
import type { ServiceAccountTable, ServiceKeyTable } from '../platform/tables.ts';
import { managesClient, type Person } from './principal.ts';
import { loadKeyMaker, loadPerson } from './store.ts';
import { cutTo } from './store-keys.ts';
import { insertUser, updateUser } from './store-people.ts';

const minuteMs = 60_000;

interface FoundRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly client_id: number | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly owner_id: number | null;
  readonly addresses: readonly string[];
  readonly used_at: Date | null;
}

const isScope = (word: string): word is ProgramScope => (programScopes as readonly string[]).includes(word);

/** Whether an address lies in one of the networks; an IPv4 address mapped into IPv6 counts as itself. */
export const comesFrom = (address: string, networks: readonly string[]): boolean => {
  if (networks.length === 0) return true;
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split('%')[0] ?? '';
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0) return false;
  return networks.some((network) => {
    const [start = '', bits = ''] = network.split('/');
    const list = new BlockList();
    list.addSubnet(start, Number(bits), isIP(start) === 6 ? 'ipv6' : 'ipv4');
    return list.check(plain, family);
  });
};

/**
 * The rights of who answers for an account, as they are now; undefined once they could not make it any more. An account of
 * the operator has those of OEM users, never those of super users.
 */
export const rightsOf = async (
  db: Db,
  account: { readonly owner_id: number | null; readonly client_id: number | null },
): Promise<Person | undefined> => {
  const owner = account.owner_id === null ? undefined : await loadKeyMaker(db, account.owner_id);
  if (!owner) return undefined;
  if (account.client_id === null)
    return owner.isSuperuser ? { ...owner, isSuperuser: false, isOem: true, isStaffManager: false } : undefined;
  const clientId = ClientId.parse(account.client_id);
  return managesClient(owner, clientId) && !owner.lockedClients.has(clientId) ? cutTo(owner, clientId) : undefined;
};

/**
 * The principal of a key of a service account; undefined when the key is unknown, expired, revoked or comes from another
 * address, its client is gone, or nobody answers for the account. Throws 429 beyond the calls of a minute.
 */
export const findByServiceKey = async (
  db: Db,
  tokenHash: Buffer,
  {
    nowMs,
    address,
    isCounted = true,
  }: { readonly nowMs: number; readonly address: string; readonly isCounted?: boolean },
): Promise<Person | undefined> => {
  const { rows } = await sql<FoundRow>`${prepared}
    select k.id, k.account_id, a.user_id, a.client_id, a.name, a.scopes, a.owner_id, k.addresses, k.used_at
    from service_key k join service_account a on a.id = k.account_id left join client c on c.id = a.client_id
    where k.token_hash = ${tokenHash} and k.revoked_at is null and k.expires_at > ${new Date(nowMs)}
      and a.removed_at is null and (a.client_id is null or (c.is_active and c.removed_at is null))`.execute(db);
  const [key] = rows;
  // A check of an open socket has no address; no socket admits a service account.
  if (!key || !comesFrom(address, key.addresses)) return undefined;
  const rights = await rightsOf(db, key);
  if (!rights) return undefined;
  if (isCounted) await countCall(db, key.account_id, nowMs);
  if (key.used_at === null || nowMs - key.used_at.getTime() > minuteMs)
    await sql`update service_key set used_at = ${new Date(nowMs)}, used_address = ${address} where id = ${key.id}`.execute(
      db,
    );
  return {
    ...rights,
    userId: UserId.parse(key.user_id),
    sessionId: 0,
    name: key.name,
    email: '',
    secondFactor: 'done',
    stored: { client: null, site: null, device: null },
    service: { accountId: key.account_id, scopes: new Set(key.scopes.filter(isScope)) },
  };
};

/** Who sent an invitation, with the rights that they have now: a person or a service account, which grants Engineer. */
export const loadSender = async (db: Db, userId: number): Promise<Person | undefined> => {
  const { rows } = await sql<Pick<AccountRow, 'id' | 'owner_id' | 'client_id'>>`select id, owner_id, client_id
    from service_account where user_id = ${userId} and removed_at is null`.execute(db);
  const [account] = rows;
  if (!account) return await loadPerson(db, userId);
  const rights = await rightsOf(db, account);
  const service = { accountId: account.id, scopes: new Set<ProgramScope>(['people']), cap: 'Engineer' } as const;
  return rights && { ...rights, userId: UserId.parse(userId), service };
};

/** Counts a call of an account over all processes; throws 429 beyond the limit of a minute. */
const countCall = async (db: Db, accountId: number, nowMs: number): Promise<void> => {
  const minute = Math.floor(nowMs / minuteMs);
  const { rows } = await sql<{ calls: number }>`${prepared}
    update service_account set calls = case when minute = ${minute} then calls + 1 else 1 end, minute = ${minute}
    where id = ${accountId} returning calls`.execute(db);
  if ((rows[0]?.calls ?? 0) <= serviceLimits.perMinute) return;
  const retryAfterSeconds = ((minute + 1) * minuteMs - nowMs) / 1000;
  throw new Refusal('too-many', `A service account may call ${serviceLimits.perMinute} times a minute.`, {
    retryAfterSeconds,
  });
};

/**
 * The author of a change with everybody whose change it is: who made or adopted a service account, and all accounts of
 * theirs. A subquery of user ids.
 */
export const selvesOf = (authorId: number | null) => sql`(
  with people as (select ${authorId}::int as id
    union select unnest(owners) from service_account where user_id = ${authorId})
  select id from people union select user_id from service_account
  where owners && (select array_agg(id) from people where id is not null))`;

export type AccountRow = Selectable<ServiceAccountTable>;
export type ServiceKeyRow = Selectable<ServiceKeyTable>;

/** Creates an account with its user, which cannot sign in: it is inactive, and its address is none. */
export const insertAccount = async (
  trx: Trx,
  account: Pick<AccountRow, 'client_id' | 'name' | 'scopes' | 'created_at'> & { readonly ownerId: number },
): Promise<number> => {
  const { ownerId, client_id, name, scopes, created_at } = account;
  const userId = await insertUser(trx, {
    username: `service account ${crypto.randomUUID()}`,
    email: `service account ${crypto.randomUUID()}`,
    first_name: name,
    is_active: false,
    created_at,
  });
  const row = await trx
    .insertInto('service_account')
    .values({ user_id: userId, client_id, name, scopes: [...scopes], owner_id: ownerId, owners: [ownerId], created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Changes an account: its name, also of its user; its scopes; who answers for it, kept beside all before them; its end. */
export const changeAccount = async (
  trx: Trx,
  account: Pick<AccountRow, 'id' | 'user_id'>,
  change: Partial<Pick<AccountRow, 'name' | 'scopes' | 'owner_id' | 'removed_at'>>,
): Promise<void> => {
  await trx
    .updateTable('service_account')
    .set({
      ...change,
      ...(change.owner_id
        ? { owners: sql`array_append(array_remove(owners, ${change.owner_id}), ${change.owner_id})` }
        : {}),
    })
    .where('id', '=', account.id)
    .execute();
  if (change.name !== undefined) await updateUser(trx, account.user_id, { first_name: change.name });
};

export const insertServiceKey = async (
  trx: Trx,
  key: Pick<ServiceKeyRow, 'account_id' | 'token_hash' | 'tail' | 'addresses' | 'created_at' | 'expires_at'>,
): Promise<number> => (await trx.insertInto('service_key').values(key).returning('id').executeTakeFirstOrThrow()).id;

/** Changes from where a key may come, and its end. */
export const changeServiceKey = async (
  trx: Trx,
  id: number,
  change: Pick<ServiceKeyRow, 'addresses' | 'expires_at'>,
): Promise<void> => {
  await trx.updateTable('service_key').set(change).where('id', '=', id).execute();
};

/** Revokes a key of an account; undefined when it has no such key in force. */
export const revokeServiceKey = async (
  trx: Trx,
  accountId: number,
  id: number,
  at: Date,
): Promise<string | undefined> => {
  const row = await trx
    .updateTable('service_key')
    .set({ revoked_at: at })
    .where(({ and }) => and({ id, account_id: accountId, revoked_at: null }))
    .returning('tail')
    .executeTakeFirst();
  return row?.tail;
};

/** Deletes keys that ended before a moment. */
export const forgetServiceKeys = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from service_key where revoked_at < ${before} or expires_at < ${before}`.execute(db);
};
