import type { EdgeHealth } from '@tocsin/contract/edge-exchange';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { EdgeGapTable } from '../../platform/tables.ts';

export interface EdgeRow {
  readonly id: number;
  readonly site_id: number;
  readonly title: string;
  readonly made_by: string;
  readonly made_at: Date;
  readonly claimed_at: Date | null;
  readonly code_expires_at: Date;
  readonly code_used: boolean;
  readonly configuration: number;
  readonly seen_at: Date | null;
  readonly health: EdgeHealth | null;
  readonly refused_items: number;
}

/** What the check of an edge's key needs. */
export interface EdgeKeyRow {
  readonly id: number;
  readonly site_id: number;
  readonly key_hash: Buffer;
  readonly seen_at: Date | null;
}

const columns = [
  'e.id',
  'e.site_id',
  'e.title',
  'e.made_by',
  'e.made_at',
  'e.claimed_at',
  'e.code_expires_at',
  'e.code_used',
  'e.configuration',
  'e.seen_at',
  'e.health',
  'e.refused_items',
] as const;

/** Every claimed edge of a site that is not removed. */
export const loadEdgeKeys = (db: Db): Promise<EdgeKeyRow[]> =>
  living(db)
    .where('e.key_hash', 'is not', null)
    .select(['e.id', 'e.site_id', 'e.seen_at'])
    .select((eb) => eb.ref('e.key_hash').$castTo<Buffer>().as('key_hash'))
    .execute();

export const listEdges = (db: Db, siteId: number, page: Section): Promise<EdgeRow[]> =>
  living(db)
    .where('e.site_id', '=', siteId)
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['e.title']))
    .orderBy('e.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export async function countEdges(db: Db | Trx, siteId: number): Promise<number> {
  const { count } = await living(db)
    .where('e.site_id', '=', siteId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findEdge = (db: Db, siteId: number, id: number): Promise<EdgeRow | undefined> =>
  living(db).where('e.site_id', '=', siteId).where('e.id', '=', id).select(columns).executeTakeFirst();

export const lockEdge = (trx: Trx, siteId: number, id: number) =>
  trx
    .selectFrom('edge')
    .where(({ and }) => and({ site_id: siteId, id }))
    .select(['id', 'site_id', 'title', 'health'])
    .forUpdate()
    .executeTakeFirst();

export interface NewEdgeRow {
  readonly site_id: number;
  readonly title: string;
  readonly code_hash: Buffer;
  readonly code_expires_at: Date;
  readonly made_by: string;
  readonly made_at: Date;
}

export async function insertEdge(trx: Trx, row: NewEdgeRow): Promise<number> {
  const { id } = await trx.insertInto('edge').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateTitle(trx: Trx, id: number, title: string): Promise<void> {
  await trx.updateTable('edge').set({ title }).where('id', '=', id).execute();
}

export async function updateCode(trx: Trx, id: number, code_hash: Buffer, code_expires_at: Date): Promise<void> {
  await trx.updateTable('edge').set({ code_hash, code_expires_at, code_used: false }).where('id', '=', id).execute();
}

export async function deleteEdge(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('edge').where('id', '=', id).execute();
}

/** The edge that a code claims now, locked. */
export const lockByCode = (trx: Trx, codeHash: Buffer, now: Date) =>
  trx
    .selectFrom('edge as e')
    .innerJoin('site as s', 's.id', 'e.site_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .where('e.code_hash', '=', codeHash)
    .where('e.code_expires_at', '>', now)
    .where(({ and }) => and({ 's.removed_at': null, 'c.removed_at': null }))
    .select(['e.id', 'e.title', 'e.site_id', 's.title as site_title', 's.client_id', 'e.code_used', 'e.key_hash'])
    .forUpdate('e')
    .executeTakeFirst();

/** Gives the edge its key; the code works for no other key from now on. */
export async function claimEdge(trx: Trx, id: number, keyHash: Buffer, at: Date): Promise<void> {
  await trx
    .updateTable('edge')
    .set({ key_hash: keyHash, claimed_at: at, code_used: true })
    .where('id', '=', id)
    .execute();
}

export async function updateSeen(db: Db, id: number, seenAt: Date, health: EdgeHealth | undefined): Promise<void> {
  await db
    .updateTable('edge')
    .set({ seen_at: seenAt, ...(health ? { health: JSON.stringify(health) } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Counts items of devices that are not the edge's own. */
export async function addRefusedItems(db: Db, id: number, count: number): Promise<void> {
  await db
    .updateTable('edge')
    .set((eb) => ({ refused_items: eb('refused_items', '+', count) }))
    .where('id', '=', id)
    .execute();
}

const living = (db: Db | Trx) =>
  db
    .selectFrom('edge as e')
    .innerJoin('site as s', 's.id', 'e.site_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .where('s.removed_at', 'is', null)
    .where('c.removed_at', 'is', null);

/** Whether a payload map reads what a device sends. */
const isMapped = sql<boolean>`exists (select from device_type t
  where t.id = device.type_id and t.payload_map_id is not null)`.as('is_mapped');

/** The devices of these edges, by title. */
export const devicesOfEdges = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('device')
    .where('removed_at', 'is', null)
    .where('edge_id', 'in', ids.length > 0 ? [...ids] : [0])
    .select(['id', 'title', 'edge_id', isMapped])
    .orderBy('title')
    .orderBy('id')
    .execute();

/** Devices of a site, locked, in the order of their ids. */
export const lockDevices = (trx: Trx, siteId: number, ids: readonly number[]) =>
  trx
    .selectFrom('device')
    .where(({ and }) => and({ site_id: siteId, removed_at: null }))
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .select(['id', 'title', 'edge_id', isMapped])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Stores a gap once; returns whether it is new. */
export async function insertGap(db: Db, gap: GapRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('edge_gap')
    .values(gap)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The newest gaps of each edge since a moment, at most 20 of each. */
export const newestGaps = (db: Db, ids: readonly number[], since: Date): Promise<(GapRow & { title: string })[]> =>
  query(db).all(sql<GapRow & { title: string }>`select g.*, d.title
    from unnest(${[...ids]}::int[]) as e(id) cross join lateral
      (select * from edge_gap where edge_id = e.id and to_at > ${since} order by to_at desc, number desc limit 20) g
    join device d on d.id = g.device_id order by g.to_at desc, g.number desc`);

export type GapRow = Selectable<EdgeGapTable>;
