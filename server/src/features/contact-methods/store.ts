import type { ContactKind } from '@tocsin/contract/contact-methods';
import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

export interface ContactMethodRow {
  readonly id: number;
  readonly user_id: number;
  readonly kind: ContactKind;
  readonly title: string;
  /** Encrypted. */
  readonly address: Buffer;
  readonly secret: Buffer | null;
  /** 1 critical to 4 low. */
  readonly least_priority: number;
  readonly code_hash: Buffer | null;
  readonly code_until: Date | null;
  readonly code_attempts: number;
  readonly verified_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly failed_at: Date | null;
  readonly error: string;
  readonly ended_at: Date | null;
  /** Held back since a reset of the password, until the person confirms it. */
  readonly held_at: Date | null;
  readonly created_at: Date;
}

const columns =
  sql.raw(`id, user_id, kind, title, address, secret, least_priority, code_hash, code_until, code_attempts,
  verified_at, confirmed_at, failed_at, error, ended_at, held_at, created_at`);

/** Whether messages are sent to a method. */
export const isUsable = (row: Pick<ContactMethodRow, 'verified_at' | 'ended_at' | 'held_at'>): boolean =>
  row.verified_at !== null && row.ended_at === null && row.held_at === null;
const usable = sql.raw('verified_at is not null and ended_at is null and held_at is null');

/** The methods of a person, in the order in which they were added. */
export async function methodsOf(db: Db, userId: number): Promise<ContactMethodRow[]> {
  const { rows } = await sql<ContactMethodRow>`select ${columns} from contact_method where user_id = ${userId}
    order by id`.execute(db);
  return rows;
}

export async function findMethod(db: Db, id: number): Promise<ContactMethodRow | undefined> {
  const { rows } = await sql<ContactMethodRow>`select ${columns} from contact_method where id = ${id}`.execute(db);
  return rows[0];
}

/** One of a person's own methods, locked until the transaction ends. */
export async function lockMethod(trx: Trx, userId: number, id: number): Promise<ContactMethodRow | undefined> {
  const { rows } = await sql<ContactMethodRow>`select ${columns} from contact_method
    where id = ${id} and user_id = ${userId} for update`.execute(trx);
  return rows[0];
}

/** Serializes the additions of one person until the transaction ends. */
export async function lockMethodsOf(trx: Trx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(trx);
}

/**
 * Stores a method. The same address of the same person is one method: it gets the new title and address (a browser that
 * subscribed again has new keys) and keeps whether it is verified.
 */
export async function putMethod(
  trx: Trx,
  method: {
    readonly userId: number;
    readonly kind: ContactKind;
    readonly title: string;
    readonly address: Buffer;
    readonly addressHash: Buffer;
    readonly secret: Buffer | null;
    readonly at: Date;
  },
): Promise<ContactMethodRow> {
  const { rows } = await sql<ContactMethodRow>`insert into contact_method (user_id, kind, title, address, address_hash,
      secret, created_at)
    values (${method.userId}, ${method.kind}, ${method.title}, ${method.address}, ${method.addressHash},
      ${method.secret}, ${method.at})
    on conflict (user_id, kind, address_hash) do update set title = excluded.title, address = excluded.address,
      secret = excluded.secret, ended_at = null, held_at = null, error = '', failed_at = null
    returning ${columns}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a stored contact method has no row');
  return row;
}

export async function setCode(trx: Trx | Db, id: number, hash: Buffer, until: Date): Promise<void> {
  await sql`update contact_method set code_hash = ${hash}, code_until = ${until}, code_attempts = 0
    where id = ${id}`.execute(trx);
}

/** Counts an attempt to verify before it is looked at. */
export async function countAttempt(trx: Trx, id: number): Promise<void> {
  await sql`update contact_method set code_attempts = code_attempts + 1 where id = ${id}`.execute(trx);
}

export async function setVerified(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`update contact_method set verified_at = coalesce(verified_at, ${at}::timestamptz), confirmed_at = ${at},
      code_hash = null, code_until = null, ended_at = null where id = ${id}`.execute(trx);
}

/** A message was seen to arrive. */
export async function setConfirmed(db: Db, id: number, at: Date): Promise<void> {
  await sql`update contact_method set confirmed_at = greatest(confirmed_at, ${at}), error = '', failed_at = null
    where id = ${id}`.execute(db);
}

export async function setFailed(db: Db, id: number, error: string, at: Date): Promise<void> {
  await sql`update contact_method set error = ${error.slice(0, 500)}, failed_at = ${at} where id = ${id}`.execute(db);
}

/** The receiver is gone. True: a verified method has ended by this, which reached the person until then. */
export async function endMethod(trx: Trx, id: number, error: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ verified_at: Date | null }>`update contact_method set error = ${error.slice(0, 500)},
      failed_at = ${at}, ended_at = ${at} where id = ${id} and ended_at is null returning verified_at`.execute(trx);
  return rows[0] !== undefined && rows[0].verified_at !== null;
}

export async function changeMethod(
  trx: Trx,
  id: number,
  fields: { readonly title: string; readonly leastPriority: number },
): Promise<void> {
  await sql`update contact_method set title = ${fields.title}, least_priority = ${fields.leastPriority}
    where id = ${id}`.execute(trx);
}

/** The person has confirmed a method that was held back. */
export async function keepMethod(trx: Trx, id: number): Promise<void> {
  await sql`update contact_method set held_at = null where id = ${id}`.execute(trx);
}

/** Deletes a method; what waits for it is cancelled. */
export async function deleteMethod(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`update message set state = 'cancelled', cancelled_at = ${at}, due_at = null
    where contact_method_id = ${id} and state = 'pending'`.execute(trx);
  await sql`delete from contact_method where id = ${id}`.execute(trx);
}

export async function emailOf(db: Db, userId: number): Promise<{ email: string; confirmed_at: Date | null }> {
  const { rows } = await sql<{ email: string; confirmed_at: Date | null }>`select email,
      (select max(coalesce(acknowledged_at, opened_at)) from message
        where user_id = users.id and method = 'email' and (opened_at is not null or acknowledged_at is not null))
        as confirmed_at
    from users where id = ${userId}`.execute(db);
  return rows[0] ?? { email: '', confirmed_at: null };
}

export interface QuietHoursRow {
  readonly begins: number;
  readonly ends: number;
  readonly timezone: string;
}

export async function quietHoursOf(db: Db, userId: number): Promise<QuietHoursRow | null> {
  const { rows } = await sql<QuietHoursRow>`select begins, ends, timezone from quiet_hours
    where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

export async function setQuietHours(trx: Trx, userId: number, hours: QuietHoursRow | null): Promise<void> {
  if (hours === null) await sql`delete from quiet_hours where user_id = ${userId}`.execute(trx);
  else
    await sql`insert into quiet_hours (user_id, begins, ends, timezone)
      values (${userId}, ${hours.begins}, ${hours.ends}, ${hours.timezone})
      on conflict (user_id) do update set begins = excluded.begins, ends = excluded.ends,
        timezone = excluded.timezone`.execute(trx);
}

/** The verified methods of a person that still exist and take messages of a priority. */
export async function usableOf(
  db: Db,
  userId: number,
  priority: number,
): Promise<{ readonly id: number; readonly kind: ContactKind }[]> {
  const { rows } = await sql<{ id: number; kind: ContactKind }>`select id, kind from contact_method
    where user_id = ${userId} and ${usable} and least_priority >= ${priority}
    order by id`.execute(db);
  return rows;
}

/** The usable methods and the quiet hours of several people. */
export async function reachOf(db: Db, userIds: readonly number[]) {
  const ids = [...userIds];
  const [methods, quiet] = await Promise.all([
    sql<{ user_id: number; kind: ContactKind; least_priority: number }>`select user_id, kind, least_priority
      from contact_method where user_id = any(${ids}::int[]) and ${usable}
      order by id`.execute(db),
    sql<QuietHoursRow & { user_id: number }>`select user_id, begins, ends, timezone from quiet_hours
      where user_id = any(${ids}::int[])`.execute(db),
  ]);
  return { methods: methods.rows, quiet: new Map(quiet.rows.map((row) => [row.user_id, row])) };
}

/** The people who proved that a number is theirs, by its keyed hash. */
export async function methodsWithNumber(db: Db, hash: Buffer): Promise<{ readonly id: number }[]> {
  const { rows } = await sql<{ id: number }>`select id from contact_method
    where kind = 'sms' and verified_at is not null and held_at is null and address_hash = ${hash}`.execute(db);
  return rows;
}

interface PushKeyRow {
  readonly public_key: string;
  readonly private_key: Buffer;
}

export async function readPushKey(db: Db): Promise<PushKeyRow | undefined> {
  const { rows } = await sql<PushKeyRow>`select public_key, private_key from push_key`.execute(db);
  return rows[0];
}

/** Stores the pair unless another process was first; returns the one that is stored. */
export async function keepPushKey(db: Db, pair: PushKeyRow): Promise<PushKeyRow> {
  await sql`insert into push_key (public_key, private_key) values (${pair.public_key}, ${pair.private_key})
    on conflict do nothing`.execute(db);
  return (await readPushKey(db)) ?? pair;
}
