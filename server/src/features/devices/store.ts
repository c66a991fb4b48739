import type { DeviceType } from '@tocsin/contract/device-type';
import type { DeviceListQuery } from '@tocsin/contract/devices';
import type { StoredOutOfService } from '@tocsin/contract/out-of-service';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { shownTypeOfD, typeOfD } from '../../access/device-types.ts';
import { inScope, type Scope } from '../../access/scope.ts';
import { type Db, prepared, type Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import type { Section } from '../../platform/query.ts';
import type { DeviceTable } from '../../platform/tables.ts';
import { openPrefix } from './codes.ts';

const joined = (db: Db) => db.selectFrom('device as d').innerJoin('site as s', 's.id', 'd.site_id');

/** Why a suspended device is out of service: its own row, else that of its suspended site. */
const outOfService = sql<StoredOutOfService | null>`(select json_build_object('since', o.since, 'by', o.user_name,
    'reason', o.reason, 'review_at', o.review_at) from out_of_service o
  where case when d.is_suspended then o.device_id = d.id and o.path is null
    else s.is_suspended and o.site_id = s.id end)`;

const columns = (db: Db) =>
  joined(db).select([
    'd.id',
    'd.site_id',
    's.title as site_title',
    's.client_id',
    's.timezone',
    'd.title',
    'd.serial_number',
    'd.device_type',
    sql<DeviceType>`${sql.raw(typeOfD)}`.as('type'),
    sql<DeviceType>`${sql.raw(shownTypeOfD)}`.as('shown_type'),
    'd.ip_address',
    'd.modbus_unit',
    'd.modbus_framing',
    'd.modbus_map',
    sql<string | null>`(select modbus_map from device_type where id = d.type_id)`.as('type_modbus_map'),
    'd.udf_id',
    'd.sender_id',
    'd.is_suspended',
    's.is_suspended as site_suspended',
    outOfService.as('out_of_service'),
    'd.is_emulated_as',
    'd.key_sensor',
    'd.created_at',
    'd.version',
    'd.removed_at',
  ]);
export type DeviceRow = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const always = sql<SqlBool>`true`;

// Anything inside a removed site or client was removed with it, so the parents need no check.
const there = (removed: boolean) =>
  removed ? sql<SqlBool>`d.removed_at is not null` : sql<SqlBool>`d.removed_at is null`;

type Filter = Omit<DeviceListQuery, 'limit' | 'offset' | 'is_online'>;

function where(scope: Scope, query: Filter) {
  const { location, device_type, is_suspended, search } = query;
  const like = search ? likePattern(search) : '';
  const conditions = [
    inScope(scope),
    there(query.removed),
    location === undefined ? always : sql<SqlBool>`d.site_id = ${location}`,
    device_type === undefined ? always : sql<SqlBool>`lower(d.device_type) = lower(${device_type})`,
    is_suspended === undefined ? always : sql<SqlBool>`(d.is_suspended or s.is_suspended) = ${is_suspended}`,
    search
      ? sql<SqlBool>`search_text(d.title || ' ' || d.serial_number || ' ' || coalesce(d.udf_id, '')) like search_text(${like})`
      : always,
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

const orders: Readonly<Record<string, ReturnType<typeof sql>>> = {
  title: sql`lower(d.title)`,
  date_created: sql`d.created_at`,
  device_type: sql`d.device_type`,
  serial_number: sql`d.serial_number`,
  location: sql`lower(s.title)`,
};

function order(ordering: string) {
  const name = ordering.replace(/^-/, '');
  return sql`${orders[name] ?? sql`d.id`} ${ordering.startsWith('-') ? sql`desc` : sql`asc`}, d.id`;
}

export const countDevices = async (db: Db, scope: Scope, query: Filter): Promise<number> => {
  const { count } = await joined(db)
    .where(where(scope, query))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const pageOfDevices = (db: Db, scope: Scope, query: Filter & Section): Promise<DeviceRow[]> =>
  columns(db)
    .where(where(scope, query))
    .orderBy(order(query.ordering))
    .limit(query.limit)
    .offset(query.offset)
    .execute();

/** All ids of a filter in order, for filters on memory-only state such as being online. */
export async function idsOfDevices(db: Db, scope: Scope, query: Filter): Promise<number[]> {
  const rows = await joined(db).where(where(scope, query)).orderBy(order(query.ordering)).select('d.id').execute();
  return rows.map((row) => row.id);
}

/** These devices in the order of the ids. */
export async function devicesByIds(db: Db, ids: readonly number[]): Promise<DeviceRow[]> {
  const rows = await columns(db).where(sql<SqlBool>`d.id = any(${ids})`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const findDevice = (db: Db, id: number): Promise<DeviceRow | undefined> =>
  columns(db).modifyFront(prepared).where('d.id', '=', id).where('d.removed_at', 'is', null).executeTakeFirst();

export const namesOfDevices = (db: Db, scope: Scope) =>
  joined(db)
    .where(inScope(scope))
    .where(there(false))
    .orderBy(sql`lower(s.title), s.id, lower(d.title), d.id`)
    .select(['d.id', 'd.title', 's.id as site_id', 's.title as site_title'])
    .execute();

/** Locks the device until the transaction ends, so that concurrent edits are serialized. */
export const lockDevice = (trx: Trx, id: number) =>
  trx
    .selectFrom('device')
    .selectAll()
    .where(({ and }) => and({ id, removed_at: null }))
    .forUpdate()
    .executeTakeFirst();

/** The only serial number of the registry that differs from a typed one in case, blanks and dashes alone; else the typed one. */
export async function serialLike(trx: Trx, typed: string): Promise<string> {
  const plain = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const { rows } = await sql<{ serial_number: string }>`select serial_number from device_registry
    where serial_number = ${typed} or upper(translate(serial_number, ' -', '')) = ${plain}
    limit 2`.execute(trx);
  const [only, another] = rows;
  return only && !another ? only.serial_number : typed;
}

/** Locks a manufactured unit, so that it is claimed once, and returns it with the device that has claimed it. */
export const lockUnit = async (trx: Trx, serialNumber: string) => {
  const unit = await trx
    .selectFrom('device_registry')
    .select(['code_hash', 'device_type'])
    .where('serial_number', '=', serialNumber)
    .forUpdate()
    .executeTakeFirst();
  return unit && { ...unit, device_id: (await findClaimant(trx, serialNumber))?.id ?? null };
};

/** A statement of its own: one that waited for the lock would still not see what others have committed meanwhile. */
const findClaimant = (trx: Trx, serialNumber: string) =>
  trx
    .selectFrom('device')
    .select('id')
    .where(({ and }) => and({ serial_number: serialNumber, removed_at: null }))
    .executeTakeFirst();

export async function codeCipherOf(db: Db, serialNumber: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('device_registry')
    .select('code_cipher')
    .where('serial_number', '=', serialNumber)
    .executeTakeFirst();
  return row?.code_cipher;
}

/** Locks the udf_id until the transaction ends, so that concurrent requests for it are serialized. */
export async function isUdfIdTaken(trx: Trx, udfId: string, butBy: number | null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`udf_id ${udfId.toLowerCase()}`}))`.execute(trx);
  const row = await trx
    .selectFrom('device')
    .modifyFront(prepared)
    .select('id')
    .where(sql<string>`lower(udf_id)`, '=', udfId.toLowerCase())
    .where('removed_at', 'is', null)
    .where('id', '<>', butBy ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Devices of a client whose serial numbers Tocsin made. Locks their number until the transaction ends. */
export async function countOpenDevices(trx: Trx, clientId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`open devices of ${clientId}`}))`.execute(trx);
  const { count } = await joined(trx)
    .modifyFront(prepared)
    .where(({ and }) => and({ 's.client_id': clientId, 'd.removed_at': null }))
    .where('d.serial_number', 'like', `${openPrefix}%`)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Topic filters of the payload map of a device's type; undefined: it has no map. */
export async function mapTopicsOf(db: Db, deviceId: number): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.type_id')
    .innerJoin('payload_map as m', 'm.id', 't.payload_map_id')
    .innerJoin('payload_map_version as v', (join) =>
      join.onRef('v.map_id', '=', 'm.id').onRef('v.version', '=', 'm.version'),
    )
    .where('d.id', '=', deviceId)
    .select(
      sql<string[]>`array(select k->>'topic' from jsonb_array_elements(v.document->'kinds') k where k ? 'topic')`.as(
        'topics',
      ),
    )
    .executeTakeFirst();
  return row && [...new Set(row.topics)];
}

/** The same for a sender id within its site, ignoring case. */
export async function isSenderTaken(
  trx: Trx,
  siteId: number,
  senderId: string,
  butBy: number | null,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`sender ${siteId} ${senderId.toLowerCase()}`}))`.execute(trx);
  const row = await trx
    .selectFrom('device')
    .select('id')
    .where('site_id', '=', siteId)
    .where(sql<string>`lower(sender_id)`, '=', senderId.toLowerCase())
    .where('removed_at', 'is', null)
    .where('id', '<>', butBy ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a site from being removed until the transaction ends; false when it no longer exists. */
export async function holdSite(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('site')
    .select('id')
    .where(({ and }) => and({ id, removed_at: null }))
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDevice(trx: Trx, device: Insertable<DeviceTable>): Promise<number> {
  return (await trx.insertInto('device').values(device).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateDevice(trx: Trx, id: number, patch: Updateable<DeviceTable>): Promise<void> {
  await trx
    .updateTable('device')
    .set({ ...patch, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Marks devices as removed at a moment, or with null as restored. */
export async function markRemoved(trx: Trx, ids: readonly number[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('device')
    .set({ removed_at: at, version: sql<number>`version + 1` })
    .where('id', 'in', [...ids])
    .execute();
}

/** Deletes a removed device, and the unit that Tocsin made for it. */
export async function deleteRemoved(db: Db, id: number): Promise<void> {
  const row = await db
    .deleteFrom('device')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .returning('serial_number')
    .executeTakeFirst();
  if (row?.serial_number.startsWith(openPrefix))
    await db.deleteFrom('device_registry').where('serial_number', '=', row.serial_number).execute();
}

/** Gives devices to an edge, or with null back to the portal. */
export async function setEdge(trx: Trx, ids: readonly number[], edgeId: number | null): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('device')
    .set({ edge_id: edgeId })
    .where('id', 'in', [...ids])
    .execute();
}

/** The unit of temperatures and the names of networks 1 to 4, of an F500-UDF. */
export async function setUnits(
  trx: Trx,
  id: number,
  units: { readonly degrees: 'F' | 'C' | null; readonly networks: string[] | null },
): Promise<void> {
  await trx
    .updateTable('device')
    .set({ degrees: units.degrees, networks: units.networks })
    .where('id', '=', id)
    .execute();
}
