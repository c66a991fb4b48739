import type { StoredOutOfService } from '@tocsin/contract/out-of-service';
import type { SiteInput, SiteListQuery, SitePatch } from '@tocsin/contract/sites';
import { type SqlBool, sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { sectionOf } from '../../platform/query.ts';

/** Why a suspended site is out of service. */
const outOfService = sql<StoredOutOfService | null>`(select json_build_object('since', o.since, 'by', o.user_name,
    'reason', o.reason, 'review_at', o.review_at) from out_of_service o where s.is_suspended and o.site_id = s.id)`;

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
      's.latitude',
      's.longitude',
      's.is_suspended',
      outOfService.as('out_of_service'),
      's.proof_interval_days',
      's.created_at',
      's.version',
      's.removed_at',
      'c.alternative_name',
      'c.alternative_email',
      'c.alternative_phone',
    ]);
export type SiteRow = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

/** One page of the sites of a scope, and their total number. */
export async function listSites(
  db: Db,
  scope: Scope,
  query: Pick<SiteListQuery, 'limit' | 'offset' | 'search' | 'ordering' | 'removed'>,
): Promise<{ count: number; rows: SiteRow[] }> {
  const search = query.search
    ? sql<SqlBool>`search_text(s.title || ' ' || s.address) like search_text(${likePattern(query.search)})`
    : sql<SqlBool>`true`;
  // Anything inside a removed client was removed with it, so the parents need no check.
  const there = query.removed ? sql<SqlBool>`s.removed_at is not null` : sql<SqlBool>`s.removed_at is null`;
  const [name, direction] = query.ordering.startsWith('-')
    ? [query.ordering.slice(1), sql`desc`]
    : [query.ordering, sql`asc`];
  const order = name === 'title' ? sql`lower(s.title)` : sql`s.created_at`;
  const where = sql<SqlBool>`${inScope(scope)} and ${search} and ${there}`;
  return await sectionOf(columns(db).where(where).orderBy(sql`${order} ${direction}, s.id`), query);
}

export const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  columns(db).where('s.id', '=', id).where('s.removed_at', 'is', null).executeTakeFirst();

/** Locks the site until the transaction ends, so that concurrent edits are serialized. */
export const lockSite = (trx: Trx, id: number) =>
  trx
    .selectFrom('site')
    .selectAll()
    .where(({ and }) => and({ id, removed_at: null }))
    .forUpdate()
    .executeTakeFirst();

/** Keeps a client from being removed until the transaction ends; false when it no longer exists. */
export async function holdClient(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('client')
    .select('id')
    .where(({ and }) => and({ id, removed_at: null }))
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

/** The zone of a site, removed ones included: their history stays readable. */
export async function timezoneOf(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('site').select('timezone').where('id', '=', id).executeTakeFirst();
  return row?.timezone;
}

/** Marks sites as removed at a moment, or with null as restored. */
export async function markRemoved(trx: Trx, ids: readonly number[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('site')
    .set({ removed_at: at, version: sql<number>`version + 1` })
    .where('id', 'in', [...ids])
    .execute();
}

/** Deletes sites that were removed before a moment and have no devices any more; returns how many. */
export async function deleteRemoved(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('site')
    .where('removed_at', '<', before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('device').select('device.id').whereRef('device.site_id', '=', 'site.id'))),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
