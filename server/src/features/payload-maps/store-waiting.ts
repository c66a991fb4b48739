import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { Section } from '../../platform/query.ts';
import type { WaitingMessageTable } from '../../platform/tables.ts';

/** A message that waits, its body encrypted. */
export type WaitingRow = Omit<Selectable<WaitingMessageTable>, 'id'>;

/** Whose messages: of a site (null: of none), and of a refused device or an unknown sender. */
export interface SenderKey {
  readonly siteId: number | null;
  readonly deviceId: number | null;
  readonly sender: string;
}

const isOf = ({ siteId, deviceId, sender }: SenderKey) =>
  sql<SqlBool>`w.site_id is not distinct from ${siteId}::int and w.device_id is not distinct from ${deviceId}::int
    and lower(w.sender) = lower(${sender})`;

/** Stores messages, then drops what is too old, beyond `perSender` of a sender, and beyond `inAll`. */
export async function insertWaiting(
  db: Db,
  rows: readonly WaitingRow[],
  bounds: { readonly since: Date; readonly perSender: number; readonly inAll: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (rows.length > 0)
      await trx
        .insertInto('waiting_message')
        .values([...rows])
        .execute();
    await trx.deleteFrom('waiting_message').where('received_at', '<', bounds.since).execute();
    await sql`delete from waiting_message w using (
        select id, row_number() over (partition by site_id, device_id, lower(sender) order by id desc) as nth,
          row_number() over (order by id desc) as nth_in_all from waiting_message) n
      where n.id = w.id and (n.nth > ${bounds.perSender} or n.nth_in_all > ${bounds.inAll})`.execute(trx);
  });
}

const newestOfSenders = (db: Db, siteId: number | null, since: Date) =>
  db
    .selectFrom('waiting_message as w')
    .leftJoin('device as d', 'd.id', 'w.device_id')
    .where(sql<SqlBool>`w.site_id is not distinct from ${siteId}::int`)
    .where('w.received_at', '>=', since)
    .where('d.removed_at', 'is', null)
    // A Sparkplug node that has a device by now is asked for its birth, and read.
    .where(sql<SqlBool>`not (w.topic like 'spBv1.0/%' and exists (select from device k
      where k.site_id = w.site_id and lower(k.udf_id) = lower(w.sender) and k.removed_at is null))`)
    .select([
      'w.site_id',
      'w.device_id',
      sql<string | null>`d.title`.as('title'),
      sql<string>`(array_agg(w.sender order by w.id desc))[1]`.as('sender'),
      sql<string | null>`(array_agg(w.topic order by w.id desc))[1]`.as('topic'),
      sql<string>`(array_agg(w.why order by w.id desc))[1]`.as('why'),
      sql<Buffer>`(array_agg(w.body order by w.id desc))[1]`.as('body'),
      sql<Date[]>`array_agg(w.received_at order by w.id desc)`.as('times'),
      sql<number>`max(w.id)`.as('newest'),
    ])
    .groupBy(['w.site_id', 'w.device_id', 'd.title', sql`lower(w.sender)`]);
export type WaitingSenderRow = Awaited<ReturnType<ReturnType<typeof newestOfSenders>['executeTakeFirstOrThrow']>>;

/** A page of the senders of a site (null: of no site), newest first. */
export async function listWaiting(
  db: Db,
  siteId: number | null,
  since: Date,
  page: Section,
): Promise<{ readonly count: number; readonly rows: WaitingSenderRow[] }> {
  const { count } = await db
    .selectFrom(newestOfSenders(db, siteId, since).as('s'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  const rows = await newestOfSenders(db, siteId, since)
    .orderBy('newest', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count, rows };
}

/** Messages of a sender, oldest first. */
export const messagesOf = (db: Db | Trx, key: SenderKey, since: Date) =>
  db
    .selectFrom('waiting_message as w')
    .where(isOf(key))
    .where('w.received_at', '>=', since)
    .select(['w.id', 'w.topic', 'w.received_at', 'w.queued', 'w.body'])
    .orderBy('w.id')
    .execute();

/** What waits for a device: its own refused messages, and those that came under its names before it was added. */
export const messagesForDevice = (db: Db, deviceId: number, since: Date) =>
  db
    .selectFrom('waiting_message as w')
    .innerJoin('device as d', (join) => join.on('d.id', '=', deviceId))
    .where('w.received_at', '>=', since)
    .where(
      sql<SqlBool>`(w.device_id = d.id or (w.device_id is null and w.site_id = d.site_id and w.received_at <= d.created_at + interval '1 minute'
        and lower(w.sender) in (lower(d.sender_id), lower(d.udf_id))))`,
    )
    .select(['w.id', 'w.topic', 'w.received_at', 'w.queued', 'w.body'])
    .orderBy('w.id')
    .execute();

export const deleteWaiting = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db
    .deleteFrom('waiting_message')
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();
};
