import type { SiteInput, SiteListQuery, SitePatch } from '@tocsin/contract/sites';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../base/audit.ts';
import type { Db } from '../../base/db.ts';
import { containing } from '../../base/search.ts';
import { inScope, type Scope } from '../../policy/scope.ts';

const columns = (db: Db) =>
  db
    .selectFrom('site as s')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .select([
      's.id',
      's.client_id',
      'c.company',
      's.title',
      's.address',
      's.full_name',
      's.email',
      's.mobile',
      's.timezone',
      's.is_suspended',
      's.proof_interval_days',
      's.created_at',
      's.version',
      's.removed_at',
      'c.alternative_name',
      'c.alternative_email',
      'c.alternative_phone',
    ]);
export type SiteRow = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

/** One page of the sites of a scope, and how many there are. */
export async function listSites(
  db: Db,
  scope: Scope,
  query: Pick<SiteListQuery, 'limit' | 'offset' | 'search' | 'ordering' | 'removed'>,
): Promise<{ count: number; rows: SiteRow[] }> {
  const search = query.search
    ? sql<SqlBool>`lower(s.title || ' ' || s.address) like ${containing(query.search.toLowerCase())}`
    : sql<SqlBool>`true`;
  // What lies in something removed was removed along with it, so its parents need not be asked.
  const there = query.removed ? sql<SqlBool>`s.removed_at is not null` : sql<SqlBool>`s.removed_at is null`;
  const [name, direction] = query.ordering.startsWith('-')
    ? [query.ordering.slice(1), sql`desc`]
    : [query.ordering, sql`asc`];
  const order = name === 'title' ? sql`lower(s.title)` : sql`s.created_at`;
  const where = sql<SqlBool>`${inScope(scope)} and ${search} and ${there}`;
  const [{ count }, rows] = await Promise.all([
    db.selectFrom('site as s').where(where).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    columns(db)
      .where(where)
      .orderBy(sql`${order} ${direction}, s.id`)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
  ]);
  return { count, rows };
}

export const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  columns(db).where('s.id', '=', id).where('s.removed_at', 'is', null).executeTakeFirst();

/** Held until the transaction ends, so that two editors come one after the other. */
export const lockSite = (trx: Trx, id: number) =>
  trx
    .selectFrom('site')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Keeps a client from being removed until this transaction ends; false when it is gone. */
export async function holdClient(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSite(trx: Trx, clientId: number, site: SiteInput, at: Date): Promise<number> {
  const row = await trx
    .insertInto('site')
    .values({ ...site, client_id: clientId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Somebody who makes a site becomes its Manager. */
export async function makeManager(trx: Trx, userId: number, siteId: number): Promise<void> {
  await trx
    .insertInto('membership')
    .values({ user_id: userId, site_id: siteId, has_access: true, permission: 'Manager' })
    .execute();
}

export async function updateSite(
  trx: Trx,
  id: number,
  patch: Omit<SitePatch, 'id' | 'version'> & { is_suspended?: boolean },
): Promise<void> {
  await trx
    .updateTable('site')
    .set({ ...patch, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function storeSelection(trx: Trx, userId: number, clientId: number, siteId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      current_client: clientId,
      current_site: siteId,
      // The device of another site is no longer the selected one.
      current_device: sql<number | null>`case when current_site = ${siteId} then current_device end`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Also of a removed site: its history stays readable. */
export async function timezoneOf(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('site').select('timezone').where('id', '=', id).executeTakeFirst();
  return row?.timezone;
}
