import type { ClientListQuery } from '@tocsin/contract/clients';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { inScope, isStanding, type Scope, standingCounts } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { query, sectionOf } from '../../platform/query.ts';
import type { ClientTable } from '../../platform/tables.ts';

const columns = (db: Db) =>
  db
    .selectFrom('client as c')
    .select([
      'c.id',
      'c.number',
      'c.company',
      'c.address',
      'c.phone',
      'c.full_name',
      'c.email',
      'c.alternative_name',
      'c.alternative_email',
      'c.alternative_phone',
      'c.is_active',
      'c.is_2fa_required',
      'c.acknowledged_kinds',
      'c.changes_need_reason',
      'c.changes_need_approval',
      'c.own_devices',
      'c.version',
      'c.created_at',
      'c.removed_at',
      'c.logo_type',
    ]);
export type ClientRow = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const orders: Readonly<Record<string, ReturnType<typeof sql>>> = {
  number: sql`c.number`,
  email: sql`lower(c.email)`,
  full_name: sql`lower(c.full_name)`,
  company: sql`lower(c.company)`,
  address: sql`lower(c.address)`,
  phone: sql`c.phone`,
  date_created: sql`c.created_at`,
};

/** The visible clients (`ids` null: all) that a query asks for; the search covers every column of the table. */
function wanted(ids: readonly number[] | null, query: ClientListQuery) {
  const conditions = [query.removed ? sql<SqlBool>`c.removed_at is not null` : sql<SqlBool>`c.removed_at is null`];
  if (ids) conditions.push(sql`c.id = any(${ids})`);
  if (query.is_active !== undefined) conditions.push(sql`c.is_active = ${query.is_active}`);
  if (query.q) {
    // The expression of the index client_search.
    const like = likePattern(query.q);
    conditions.push(sql`search_text(c.number::text || ' ' || c.company || ' ' || c.email || ' ' || c.full_name || ' ' || c.address
      || ' ' || c.phone) like search_text(${like})`);
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** The ids of all of them, by company. */
export async function clientIds(db: Db, ids: readonly number[] | null, query: ClientListQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select c.id from client c where ${wanted(ids, query)}
    order by lower(c.company), c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** One page of them. */
export async function listClients(
  db: Db,
  ids: readonly number[] | null,
  query: ClientListQuery,
): Promise<{ count: number; rows: ClientRow[] }> {
  const name = query.ordering.replace(/^-/, '');
  const direction = query.ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const order = sql`${orders[name] ?? sql`c.id`} ${direction}, c.id`;
  return await sectionOf(columns(db).where(wanted(ids, query)).orderBy(order), query);
}

/** Active alarms and warnings of each client in a scope, and what nobody acknowledged, of that the cleared. */
export const activeByClient = (db: Db, scope: Scope, seesSuspended: boolean, now: number) =>
  query(db).all(sql<{
    client_id: number;
    alarms: number;
    warnings: number;
    unacknowledged: number;
    cleared: number;
  }>`select s.client_id, count(*) filter (where not e.is_active)::int as cleared,
      ${standingCounts}
    from event e join device d on d.id = e.device_id and d.removed_at is null
      join site s on s.id = e.site_id and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    where ${inScope(scope)} and s.removed_at is null and ${isStanding(now)}
    group by s.client_id`);

export const findClient = (db: Db, id: number): Promise<ClientRow | undefined> =>
  columns(db).where('c.id', '=', id).where('c.removed_at', 'is', null).executeTakeFirst();

/**
 * One above the highest number ever used: a removed client's number may still be on its papers. When the last number is
 * used, the highest free one that follows a used one.
 */
export async function nextNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select c.number + 1 as next from client c
    where c.number < 2147483647 and not exists (select 1 from client d where d.number = c.number + 1)
    order by c.number desc limit 1`.execute(db);
  return rows[0]?.next ?? 1;
}

export const lockClient = (trx: Trx, id: number) =>
  trx
    .selectFrom('client')
    .selectAll()
    .where(({ and }) => and({ id, removed_at: null }))
    .forUpdate()
    .executeTakeFirst();

/** Locks the number until the transaction ends, so that concurrent requests for it are serialized. */
export async function isNumberTaken(trx: Trx, number: number, butBy: number | null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`client ${number}`}))`.execute(trx);
  const row = await trx
    .selectFrom('client')
    .select('id')
    .where(({ and }) => and({ number, removed_at: null }))
    .where('id', '<>', butBy ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertClient(trx: Trx, client: Insertable<ClientTable>): Promise<number> {
  return (await trx.insertInto('client').values(client).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateClient(trx: Trx, id: number, patch: Updateable<ClientTable>): Promise<void> {
  await trx
    .updateTable('client')
    .set({ ...patch, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export const findLogo = (db: Db, id: number) =>
  db
    .selectFrom('client')
    .select(['logo', 'logo_type'])
    .where(({ and }) => and({ id, removed_at: null }))
    .executeTakeFirst();

/** Marks clients as removed at a moment, or with null as restored. */
export async function markRemoved(trx: Trx, ids: readonly number[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('client')
    .set({ removed_at: at, version: sql<number>`version + 1` })
    .where('id', 'in', [...ids])
    .execute();
}

/** Deletes clients that were removed before a moment and have no sites any more; returns how many. */
export async function deleteRemoved(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('client')
    .where('removed_at', '<', before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('site').select('site.id').whereRef('site.client_id', '=', 'client.id'))),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
