import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

export interface Account {
  readonly id: number;
  readonly passwordHash: string | null;
}

/** Finds an account by user name or e-mail, ignoring case; the user name first, since it is unique. */
export const findAccount = async (db: Db, name: string): Promise<Account | undefined> => {
  const lower = name.toLowerCase();
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb(sql`lower(username)`, '=', lower), eb(sql`lower(email)`, '=', lower)]))
    .orderBy(sql`lower(username) = ${lower}`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, passwordHash: row.password_hash };
};

/** Whether the person has signed in from the address since a moment. */
export const knowsAddress = async (db: Db, userId: number, address: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly address: string;
  readonly agent: string;
  readonly at: Date;
  /** A session from the provider of a client: it reaches that client only, with no higher role. */
  readonly provider?: { readonly onlyClientId: number; readonly roleLimit: RoleLimit };
}
type RoleLimit = 'User' | 'Engineer' | 'Manager' | 'account' | null;

export const insertSession = async (db: Db, session: NewSession): Promise<number> => {
  const row = await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      address: session.address,
      agent: session.agent.slice(0, 300),
      created_at: session.at,
      used_at: session.at,
      only_client_id: session.provider?.onlyClientId ?? null,
      role_limit: session.provider?.roleLimit ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const endSession = async (db: Db, sessionId: number, at: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
};

export const profileOf = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'first_name',
      'last_name',
      'company',
      'phone',
      'address',
      'registered_at',
      'tour_closed_at',
      'language',
      'password_hash',
      'mailbox_verified_at',
      'version',
    ])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const setTourClosed = (trx: Trx, userId: number, at: Date | null) =>
  trx.updateTable('users').set({ tour_closed_at: at }).where('id', '=', userId).execute();

export const setLanguage = (trx: Trx, userId: number, language: string | null) =>
  trx.updateTable('users').set({ language }).where('id', '=', userId).execute();

export const clientsByIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('client').select(['id', 'company']).where('id', 'in', ids).orderBy('company').execute();

/** The selected client, site and device that `me/` returns. */
export const selectedThings = async (
  db: Db,
  ids: { readonly clientId: number | null; readonly siteId: number | null; readonly deviceId: number | null },
) => {
  const client = await db
    .selectFrom('client')
    .select(['id', 'company', 'number', 'version', sql<boolean>`logo is not null`.as('has_logo')])
    .where('id', '=', ids.clientId ?? 0)
    .executeTakeFirst();
  const site = await db
    .selectFrom('site')
    .select(['id', 'title', 'timezone', 'is_suspended', 'client_id'])
    .where('id', '=', ids.siteId ?? 0)
    .executeTakeFirst();
  const device = await db
    .selectFrom('device')
    .select(['id', 'title', 'site_id', 'udf_id', 'device_type', 'is_emulated_as', 'is_suspended'])
    .where('id', '=', ids.deviceId ?? 0)
    .executeTakeFirst();
  return { client, site, device };
};

/** Operator staff who receive what visitors write. */
export const listSuperusers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name'])
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute();

/** False when the address has already sent a request. */
export const insertDemoRequest = async (
  db: Db,
  demo: { readonly name: string; readonly company: string; readonly email: string },
  at: Date,
): Promise<boolean> => {
  const { name, company, email } = demo;
  const row = await db
    .insertInto('demo_request')
    .values({ name, company, email, created_at: at })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const insertFeedback = async (
  db: Db,
  feedback: { readonly about: string; readonly text: string },
  at: Date,
): Promise<void> => {
  const { about, text } = feedback;
  await db.insertInto('feedback').values({ about, text, created_at: at }).execute();
};

/** Finds an account by e-mail only; a user name is no address. */
export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** Serializes changes of addresses, so that two people cannot take the same one. */
export const lockEmails = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7406203)`.execute(db);
};

/**
 * Activates the account of a person who has agreed to the terms. Without a password they come in by a client's provider,
 * or set one by a reset.
 */
export const registerUser = async (db: Db, userId: number, passwordHash: string | null, at: Date): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, registered_at: at })
    .where('id', '=', userId)
    .execute();
  await sql`update users set terms_accepted_at = ${at} where id = ${userId}`.execute(db);
};

export const setPassword = async (db: Db, userId: number, passwordHash: string): Promise<void> => {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
};

/** Records when the account's owner proved access to the mailbox; null: not proved. */
export const setMailboxVerified = async (db: Db, userId: number, at: Date | null): Promise<void> => {
  await db.updateTable('users').set({ mailbox_verified_at: at }).where('id', '=', userId).execute();
};

/**
 * Locks a person until the transaction ends, so that changes of password, address and links are serialized. Returns the
 * current row; undefined when the person was removed.
 */
export const lockPerson = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'email', 'registered_at', 'mailbox_verified_at'])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const setEmail = async (db: Db, userId: number, email: string, usernameToo: boolean): Promise<void> => {
  await db
    .updateTable('users')
    .set((eb) => ({ email, version: eb('version', '+', 1), ...(usernameToo ? { username: email } : {}) }))
    .where('id', '=', userId)
    .execute();
};

/** Ends every session of a person except the current one. */
export const endSessionsOf = async (db: Db, userId: number, at: Date, but?: number): Promise<void> => {
  let query = db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'person')
    .where('ended_at', 'is', null);
  if (but !== undefined) query = query.where('id', '<>', but);
  await query.execute();
};
