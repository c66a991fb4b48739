import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../platform/db.ts';
import type { UsersTable } from '../platform/tables.ts';
import type { Permission } from './principal.ts';

/** Who may do what is written here alone: accounts, who belongs to which client, and their rights at its sites. */

export async function insertUser(trx: Trx, user: Insertable<UsersTable>): Promise<number> {
  return (await trx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateUser(trx: Trx, id: number, patch: Updateable<UsersTable>): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...patch, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

interface SiteRights {
  readonly siteId: number;
  readonly has_access: boolean;
  readonly permission: Permission;
}

export interface Place {
  readonly is_accounts_management?: boolean | undefined;
  readonly is_active?: boolean | undefined;
  readonly visual_dashboard_enabled?: boolean | undefined;
}

export async function insertMember(
  trx: Trx,
  userId: number,
  clientId: number,
  member: Place & { readonly added_by: number; readonly added_at: Date },
): Promise<void> {
  await trx
    .insertInto('client_member')
    .values({ user_id: userId, client_id: clientId, ...member })
    .execute();
}

/** Records that a second manager confirmed somebody whom a program added. */
export async function confirmMember(trx: Trx, userId: number, clientId: number, by: number): Promise<void> {
  await trx
    .updateTable('client_member')
    .set({ confirmed_by: by })
    .where(({ and }) => and({ user_id: userId, client_id: clientId }))
    .execute();
}

export async function updateMember(trx: Trx, userId: number, clientId: number, runtime: Place): Promise<void> {
  await trx
    .updateTable('client_member')
    .set(runtime)
    .where(({ and }) => and({ user_id: userId, client_id: clientId }))
    .execute();
}

/** Deletes a person's membership, including sites, of one client or, without one, of all. */
export async function deleteMember(trx: Trx, userId: number, clientId: number | null): Promise<void> {
  let members = trx.deleteFrom('client_member').where('user_id', '=', userId);
  let memberships = trx.deleteFrom('membership').where('user_id', '=', userId);
  if (clientId !== null) {
    members = members.where('client_id', '=', clientId);
    memberships = memberships.where(sql<SqlBool>`site_id in (select id from site where client_id = ${clientId})`);
  }
  await memberships.execute();
  await members.execute();
}

export async function putMembership(trx: Trx, userId: number, grant: SiteRights): Promise<number> {
  const { siteId, has_access, permission } = grant;
  const row = await trx
    .insertInto('membership')
    .values({ user_id: userId, site_id: siteId, has_access, permission })
    .onConflict((conflict) => conflict.columns(['user_id', 'site_id']).doUpdateSet({ has_access, permission }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function deleteMemberships(trx: Trx, userId: number, siteIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`site_id = any(${siteIds})`)
    .execute();
}

/** Makes the creator of a site its Manager. */
export async function makeManager(trx: Trx, userId: number, siteId: number): Promise<void> {
  await trx
    .insertInto('membership')
    .values({ user_id: userId, site_id: siteId, has_access: true, permission: 'Manager' })
    .execute();
}

export const setTourClosed = (trx: Trx, userId: number, at: Date | null) =>
  trx.updateTable('users').set({ tour_closed_at: at }).where('id', '=', userId).execute();

export const setLanguage = (trx: Trx, userId: number, language: string | null) =>
  trx.updateTable('users').set({ language }).where('id', '=', userId).execute();

/**
 * Activates the account of a person who has agreed to the terms. Without a password they come in by a client's provider,
 * or set one by a reset.
 */
export const registerUser = async (db: Db, userId: number, passwordHash: string | null, at: Date): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, registered_at: at, terms_accepted_at: at })
    .where('id', '=', userId)
    .execute();
};

export const setPassword = async (db: Db, userId: number, passwordHash: string): Promise<void> => {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
};

/** Records when the account's owner proved access to the mailbox; null: not proved. */
export const setMailboxVerified = async (db: Db, userId: number, at: Date | null): Promise<void> => {
  await db.updateTable('users').set({ mailbox_verified_at: at }).where('id', '=', userId).execute();
};

export const setEmail = async (db: Db, userId: number, email: string, usernameToo: boolean): Promise<void> => {
  await db
    .updateTable('users')
    .set((eb) => ({ email, version: eb('version', '+', 1), ...(usernameToo ? { username: email } : {}) }))
    .where('id', '=', userId)
    .execute();
};

/** Creates a registered super user, or makes the person with this address one, with this password. */
export const putSuperuser = async (db: Db, email: string, passwordHash: string, at: Date): Promise<number> => {
  const rights = { password_hash: passwordHash, is_superuser: true, is_active: true, registered_at: at };
  const known = await db
    .updateTable('users')
    .set(rights)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const user = await db
    .insertInto('users')
    .values({ username: email, email, first_name: 'Super', last_name: 'User', ...rights })
    .returning('id')
    .executeTakeFirstOrThrow();
  return user.id;
};

/** Selects a client; a selected site and device of another one are cleared. */
export async function selectClient(trx: Trx, userId: number, clientId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      current_client: clientId,
      current_site: sql<number | null>`case when current_client = ${clientId} then current_site end`,
      current_device: sql<number | null>`case when current_client = ${clientId} then current_device end`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Selects a site and its client; a selected device of another site is cleared. */
export async function selectSite(trx: Trx, userId: number, clientId: number, siteId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      current_client: clientId,
      current_site: siteId,
      current_device: sql<number | null>`case when current_site = ${siteId} then current_device end`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Selects a device with its site and client. */
export async function selectDevice(
  trx: Trx,
  userId: number,
  ids: { readonly clientId: number; readonly siteId: number; readonly deviceId: number },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ current_client: ids.clientId, current_site: ids.siteId, current_device: ids.deviceId })
    .where('id', '=', userId)
    .execute();
}

/** Whether a person receives the weekly mail about sensors that do not protect. */
export async function setProtectionMail(db: Db, userId: number, isOn: boolean): Promise<void> {
  await db.updateTable('users').set({ has_protection_mail: isOn }).where('id', '=', userId).execute();
}

/**
 * Deletes people who were removed before a moment, and those who have had no client since then; operator staff never had
 * one. Returns how many.
 */
export async function deletePeople(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where(
      sql<SqlBool>`removed_at < ${before} or (removed_at is null and created_at < ${before}
        and not (is_superuser or is_oem or is_accounts_management)
        and not exists (select 1 from client_member m where m.user_id = users.id)
        and not exists (select 1 from service_account a where a.user_id = users.id))`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
