import { type KeyScope, keyScopes } from '@tocsin/contract/access';
import { ClientId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import { type Db, prepared } from '../platform/db.ts';
import { query } from '../platform/query.ts';
import { isStaff, type Person } from './principal.ts';
import { loadKeyMaker } from './store.ts';

const touchMs = 60_000;

interface KeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly client_id: number | null;
  readonly client_gone: boolean;
  readonly scopes: readonly string[];
  readonly used_at: Date | null;
}

const isScope = (word: string): word is KeyScope => (keyScopes as readonly string[]).includes(word);

/** The person restricted to one client. Staff see that client whole, as when signed in. */
export const cutTo = (person: Person, clientId: ClientId): Person | undefined => {
  const membership = isStaff(person)
    ? { clientId, isAccountsManagement: true, visualDashboard: true }
    : person.clients.get(clientId);
  if (!membership) return undefined;
  return {
    ...person,
    isSuperuser: false,
    isOem: false,
    isStaffManager: false,
    clients: new Map([[clientId, membership]]),
    sites: new Map([...person.sites].filter(([, site]) => site.clientId === clientId)),
  };
};

/**
 * The principal of an API key: its owner with current rights, restricted to the key's client; undefined when the key is
 * revoked or expired, or its owner or client no longer exists. The second factor was required when the key was created.
 */
export const findByKey = async (
  db: Db,
  tokenHash: Buffer,
  { nowMs, address }: { readonly nowMs: number; readonly address: string },
): Promise<Person | undefined> => {
  const { rows } = await sql<KeyRow>`${prepared}
    select k.id, k.user_id, k.client_id, k.scopes, k.used_at,
      k.client_id is not null and (c.removed_at is not null or not c.is_active) as client_gone
    from api_key k left join client c on c.id = k.client_id
    where k.token_hash = ${tokenHash} and k.revoked_at is null and k.expires_at > ${new Date(nowMs)}`.execute(db);
  const [key] = rows;
  if (!key || key.client_gone) return undefined;
  const maker = await loadKeyMaker(db, key.user_id);
  const person = maker && key.client_id !== null ? cutTo(maker, ClientId.parse(key.client_id)) : maker;
  if (!person) return undefined;
  if (key.used_at === null || nowMs - key.used_at.getTime() > touchMs) await touchKey(db, key.id, nowMs, address);
  return {
    ...person,
    // A program sends its own selection; the owner's stored one does not apply.
    stored: { client: null, site: null, device: null },
    key: { id: key.id, scopes: new Set(key.scopes.filter(isScope)) },
  };
};

const touchKey = (db: Db, id: number, nowMs: number, address: string): Promise<void> =>
  query(db).run(sql`update api_key set used_at = ${new Date(nowMs)},
    used_address = case when ${address} = '' then used_address else ${address} end where id = ${id}`);

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
export const revokeKeysOf = (db: Db, userId: number, at: Date, but: readonly number[] = []): Promise<void> =>
  query(db).run(sql`update api_key set revoked_at = ${at}
    where user_id = ${userId} and revoked_at is null and id <> all(${but}::int[])`);

/** Deletes old keys. Expired keys stay listed for a while, so that the reason for a program's 401 is visible. */
export const forgetKeys = (db: Db, before: Date): Promise<void> =>
  query(db).run(sql`delete from api_key where revoked_at < ${before} or expires_at < ${before}`);
