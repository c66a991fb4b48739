import type { ContactKind } from '@tocsin/contract/contact-methods';
import { sql } from 'kysely';
import type { ContactMethodRow, QuietHoursRow } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** The methods of a person, in the order in which they were added; of one client alone unless that is null. */
export const methodsOf = (db: Db, userId: number, onlyClientId: number | null): Promise<ContactMethodRow[]> =>
  query(db).all(sql<ContactMethodRow>`select * from contact_method
    where user_id = ${userId} and (${onlyClientId}::int is null or client_id = ${onlyClientId}) order by id`);

/** One of a person's own methods, locked until the transaction ends. */
export const lockMethod = (trx: Trx, userId: number, id: number): Promise<ContactMethodRow | undefined> =>
  query(trx).first(sql<ContactMethodRow>`select * from contact_method
    where id = ${id} and user_id = ${userId} for update`);

/** Serializes the additions of one person until the transaction ends. */
export const lockMethodsOf = (trx: Trx, userId: number): Promise<void> =>
  query(trx).run(sql`select 1 from users where id = ${userId} for update`);

/**
 * Stores a method. The same address of the same person is one method: it gets the new title and address (a browser that
 * subscribed again has new keys) and keeps whether it is verified. Undefined: the person has the address already, for the
 * messages of others.
 */
export const putMethod = (
  trx: Trx,
  method: {
    readonly userId: number;
    readonly kind: ContactKind;
    readonly title: string;
    readonly address: Buffer;
    readonly addressHash: Buffer;
    readonly secret: Buffer | null;
    /** Null: for messages of every client. */
    readonly clientId: number | null;
    readonly at: Date;
  },
): Promise<ContactMethodRow | undefined> =>
  query(trx).first(sql<ContactMethodRow>`insert into contact_method (user_id, kind, title, address, address_hash,
      secret, client_id, created_at)
    values (${method.userId}, ${method.kind}, ${method.title}, ${method.address}, ${method.addressHash},
      ${method.secret}, ${method.clientId}, ${method.at})
    on conflict (user_id, kind, address_hash) do update set title = excluded.title, address = excluded.address,
      secret = excluded.secret, ended_at = null, held_at = null, error = '', failed_at = null
      where contact_method.client_id is not distinct from excluded.client_id
    returning *`);

export const setCode = (trx: Trx | Db, id: number, hash: Buffer, until: Date): Promise<void> =>
  query(trx).run(sql`update contact_method set code_hash = ${hash}, code_until = ${until}, code_attempts = 0
    where id = ${id}`);

/** Counts an attempt to verify before it is looked at. */
export const countAttempt = (trx: Trx, id: number): Promise<void> =>
  query(trx).run(sql`update contact_method set code_attempts = code_attempts + 1 where id = ${id}`);

export const setVerified = (trx: Trx, id: number, at: Date): Promise<void> =>
  query(trx).run(sql`update contact_method set verified_at = coalesce(verified_at, ${at}::timestamptz), confirmed_at =
      ${at},
      code_hash = null, code_until = null, ended_at = null where id = ${id}`);

export const changeMethod = (
  trx: Trx,
  id: number,
  fields: { readonly title: string; readonly leastPriority: number },
): Promise<void> =>
  query(trx).run(sql`update contact_method set title = ${fields.title}, least_priority = ${fields.leastPriority}
    where id = ${id}`);

/** The person has confirmed a method that was held back. */
export const keepMethod = (trx: Trx, id: number): Promise<void> =>
  query(trx).run(sql`update contact_method set held_at = null where id = ${id}`);

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

export async function clientTitle(db: Db, clientId: number): Promise<string> {
  const { rows } = await sql<{ company: string }>`select company from client where id = ${clientId}`.execute(db);
  return rows[0]?.company ?? '';
}

export async function setQuietHours(trx: Trx, userId: number, hours: QuietHoursRow | null): Promise<void> {
  if (hours === null) await sql`delete from quiet_hours where user_id = ${userId}`.execute(trx);
  else
    await sql`insert into quiet_hours (user_id, begins, ends, timezone)
      values (${userId}, ${hours.begins}, ${hours.ends}, ${hours.timezone})
      on conflict (user_id) do update set begins = excluded.begins, ends = excluded.ends,
        timezone = excluded.timezone`.execute(trx);
}

/** The people who proved that a number is theirs, by its keyed hash. */
export const methodsWithNumber = (db: Db, hash: Buffer): Promise<{ readonly id: number }[]> =>
  query(db).all(sql<{ id: number }>`select id from contact_method
    where kind = 'sms' and verified_at is not null and held_at is null and address_hash = ${hash}`);
