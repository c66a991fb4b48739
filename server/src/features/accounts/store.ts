import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

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
    .where(({ and }) => and({ user_id: userId, address }))
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
    .where(({ and }) => and({ id: userId, removed_at: null }))
    .executeTakeFirst();

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
export const lockEmails = (db: Db): Promise<void> => query(db).run(sql`select pg_advisory_xact_lock(7406203)`);

/**
 * Locks a person until the transaction ends, so that changes of password, address and links are serialized. Returns the
 * current row; undefined when the person was removed.
 */
export const lockPerson = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'email', 'registered_at', 'mailbox_verified_at'])
    .where(({ and }) => and({ id: userId, removed_at: null }))
    .forUpdate()
    .executeTakeFirst();
