import { ClientId } from '@tocsin/contract/ids';
import type { PayloadMap } from '@tocsin/contract/payload-map';
import { type SqlBool, sql } from 'kysely';
import type { DeviceTypeSubject } from '../../access/subject.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { type Section, sectionOf } from '../../platform/query.ts';
import type { ShippedMap } from './shipped-maps.ts';

const columns = (db: Db | Trx) =>
  db
    .selectFrom('payload_map as m')
    .innerJoin('payload_map_version as v', (join) =>
      join.onRef('v.map_id', '=', 'm.id').onRef('v.version', '=', 'm.version'),
    )
    .select([
      'm.id',
      'm.name',
      'm.owner',
      'm.code',
      'm.client_id',
      'm.version',
      'v.document',
      'v.saved_at',
      'v.saved_by',
      sql<number>`(select count(*) from device_type t where t.payload_map_id = m.id)`.as('types'),
    ]);
export type StoredMap = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

/** The newest version of every map. */
export const loadMaps = (db: Db): Promise<StoredMap[]> => columns(db).orderBy('m.id').execute();

/** A page of maps for everybody and of clients (null: of all): the shipped ones first, then by name. */
export async function listMaps(db: Db, clientIds: readonly number[] | null, page: Section) {
  const where =
    clientIds === null ? sql<SqlBool>`true` : sql<SqlBool>`(m.client_id is null or m.client_id = any(${clientIds}))`;
  const order = sql`case m.owner when 'shipped' then 0 when 'operator' then 1 else 2 end, lower(m.name), m.id`;
  return await sectionOf(columns(db).where(where).orderBy(order), page);
}

export const findMap = (db: Db | Trx, id: number): Promise<StoredMap | undefined> =>
  columns(db).where('m.id', '=', id).executeTakeFirst();

/** Locks a map, so that no other version of it is saved meanwhile. */
export const lockMap = (trx: Trx, id: number) =>
  trx.selectFrom('payload_map').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** A map as an authorization subject. */
export async function loadMap(db: Db, id: number): Promise<DeviceTypeSubject | undefined> {
  const row = await db.selectFrom('payload_map').select(['client_id', 'owner']).where('id', '=', id).executeTakeFirst();
  return (
    row && {
      clientId: row.client_id === null ? null : ClientId.parse(row.client_id),
      isShipped: row.owner === 'shipped',
    }
  );
}

/** Maps of one owner (null: of everybody) with their newest versions. Locks the owner's list. */
export async function mapsOfOwner(trx: Trx, clientId: number | null): Promise<StoredMap[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`payload maps ${clientId}`}))`.execute(trx);
  return await columns(trx)
    .where('m.client_id', clientId === null ? 'is' : '=', clientId)
    .where('m.owner', '!=', 'shipped')
    .execute();
}

interface NewVersion {
  readonly map: PayloadMap;
  readonly at: Date;
  readonly by: string;
}

export async function insertMap(trx: Trx, clientId: number | null, { map, at, by }: NewVersion): Promise<number> {
  const owner = clientId === null ? ('operator' as const) : ('client' as const);
  const { id } = await trx
    .insertInto('payload_map')
    .values({ client_id: clientId, owner, name: map.name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertVersion(trx, id, 1, { map, at, by });
  return id;
}

/** Adds a version and makes it the newest. Only the last `kept` stay. */
export async function saveVersion(
  trx: Trx,
  id: number,
  version: number,
  kept: number,
  fresh: NewVersion,
): Promise<void> {
  await insertVersion(trx, id, version, fresh);
  await trx.updateTable('payload_map').set({ version, name: fresh.map.name }).where('id', '=', id).execute();
  await trx
    .deleteFrom('payload_map_version')
    .where('map_id', '=', id)
    .where('version', '<=', version - kept)
    .execute();
}

async function insertVersion(trx: Trx, id: number, version: number, { map, at, by }: NewVersion): Promise<void> {
  await trx
    .insertInto('payload_map_version')
    .values({ map_id: id, version, document: JSON.stringify(map), saved_at: at, saved_by: by })
    .execute();
}

export const versionsOf = (db: Db, id: number, page: Section) =>
  sectionOf(
    db
      .selectFrom('payload_map_version')
      .where('map_id', '=', id)
      .select(['version', 'document', 'saved_at', 'saved_by'])
      .orderBy('version', 'desc'),
    page,
  );

/** Device types that use a map, at most `limit`. */
export const typesOfMap = (trx: Trx, id: number, limit: number) =>
  trx
    .selectFrom('device_type')
    .where('payload_map_id', '=', id)
    .select(['id', 'label'])
    .orderBy('label')
    .limit(limit)
    .execute();

export const deleteMap = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('payload_map').where('id', '=', id).execute();
};

/** Brings the shipped maps of this version: a changed one becomes a new version, so that nothing changes unseen. */
export async function keepShipped(
  db: Db,
  shipped: readonly (ShippedMap & { readonly parsed: PayloadMap })[],
  at: Date,
) {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('payload maps shipped'))`.execute(trx);
    const known = new Map(
      (await columns(trx).where('m.owner', '=', 'shipped').execute()).map((row) => [row.code, row]),
    );
    for (const { code, parsed } of shipped) {
      const row = known.get(code);
      const fresh = { map: parsed, at, by: 'Tocsin' };
      if (!row) {
        const { id } = await trx
          .insertInto('payload_map')
          .values({ owner: 'shipped', code, name: parsed.name, created_at: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertVersion(trx, id, 1, fresh);
      } else if (!(await isDocument(trx, row.id, row.version, parsed)))
        await saveVersion(trx, row.id, row.version + 1, 200, fresh);
    }
  });
}

async function isDocument(trx: Trx, id: number, version: number, map: PayloadMap): Promise<boolean> {
  const row = await trx
    .selectFrom('payload_map_version')
    .where(({ and }) => and({ map_id: id, version }))
    .where(sql<SqlBool>`document = ${JSON.stringify(map)}::jsonb`)
    .select('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** Beginnings of topics, by site. */
export const loadPrefixes = (db: Db) =>
  db
    .selectFrom('site_topic_prefix as p')
    .innerJoin('site as s', 's.id', 'p.site_id')
    .where('s.removed_at', 'is', null)
    .select(['p.site_id', 'p.prefix', 's.client_id'])
    .execute();

export const prefixOf = async (db: Db | Trx, siteId: number): Promise<string | null> =>
  (await db.selectFrom('site_topic_prefix').where('site_id', '=', siteId).select('prefix').executeTakeFirst())
    ?.prefix ?? null;

/** Whether another site's topics begin so, or the other way round. */
export async function isPrefixTaken(trx: Trx, siteId: number, prefix: string): Promise<boolean> {
  const row = await trx
    .selectFrom('site_topic_prefix')
    .where('site_id', '!=', siteId)
    .where(sql<SqlBool>`(starts_with(prefix, ${prefix}) or starts_with(${prefix}, prefix))`)
    .select('site_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function putPrefix(trx: Trx, siteId: number, prefix: string | null): Promise<void> {
  if (prefix === null) {
    await trx.deleteFrom('site_topic_prefix').where('site_id', '=', siteId).execute();
    return;
  }
  await trx
    .insertInto('site_topic_prefix')
    .values({ site_id: siteId, prefix })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ prefix }))
    .execute();
}
