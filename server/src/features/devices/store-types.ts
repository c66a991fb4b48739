import type { DeviceType } from '@tocsin/contract/device-type';
import type { DeviceTypeQuery } from '@tocsin/contract/device-types';
import { ClientId } from '@tocsin/contract/ids';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { DeviceTypeSubject } from '../../access/subject.ts';
import { type Db, prepared, type Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { type Section, sectionOf } from '../../platform/query.ts';
import type { DeviceTypeTable } from '../../platform/tables.ts';
import type { UnitType } from './registry-csv.ts';

const typeColumns = [
  'code',
  'label',
  'owner',
  'enters',
  'groups_are_nodes',
  'raises_alarms',
  'claim',
  'report_interval_s',
] as const;

/** A type as devices refer to it. */
export type TypeRow = DeviceType & { readonly id: number };

/** The type of this code for a client: its own first, else one for everybody. */
export const findType = (db: Db | Trx, clientId: number, code: string): Promise<TypeRow | undefined> =>
  db
    .selectFrom('device_type')
    .modifyFront(prepared)
    .select(['id', ...typeColumns])
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .where((eb) => eb.or([eb('client_id', '=', clientId), eb('client_id', 'is', null)]))
    .orderBy('client_id', (order) => order.asc().nullsLast())
    .executeTakeFirst();

/** The type for everybody of this code, as the registry names it. */
export const findSharedType = (db: Db | Trx, code: string): Promise<TypeRow> =>
  db
    .selectFrom('device_type')
    .select(['id', ...typeColumns])
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .where('client_id', 'is', null)
    .executeTakeFirstOrThrow();

export const findTypeById = (db: Db | Trx, id: number): Promise<TypeRow> =>
  db
    .selectFrom('device_type')
    .modifyFront(prepared)
    .select(['id', ...typeColumns])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** A type with its owner, for its template; throws when there is none. */
export async function templateTypeOf(db: Db | Trx, id: number) {
  const { client_id } = await db
    .selectFrom('device_type')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: _, ...shownType } = await findTypeById(db, id);
  return { id, shownType, clientId: client_id, label: shownType.label };
}

/** Types that units of the registry may have. */
export const registryTypes = (db: Db): Promise<UnitType[]> =>
  db
    .selectFrom('device_type')
    .select(['code', 'label'])
    .where(({ and }) => and({ client_id: null, claim: 'registry' }))
    .execute();

const shared = sql<SqlBool>`t.client_id is null`;

/** Those for everybody, and of clients: null for all of them. */
export interface TypeFilter {
  readonly clientIds: readonly number[] | null;
  /** Of devices that are counted. */
  readonly scope: Scope;
}

const conditions = (clientIds: readonly number[] | null, search: string | undefined) => {
  const own = clientIds === null ? sql<SqlBool>`true` : sql<SqlBool>`t.client_id = any(${clientIds})`;
  const found = search
    ? sql<SqlBool>`search_text(t.code || ' ' || t.label) like search_text(${likePattern(search)})`
    : sql<SqlBool>`true`;
  return sql<SqlBool>`(${shared} or ${own}) and ${found}`;
};

const used = (scope: Scope) =>
  sql`from device d join site s on s.id = d.site_id and s.removed_at is null
    where (d.type_id = t.id or d.shown_type_id = t.id) and d.removed_at is null and ${inScope(scope)}`;

const columns = (db: Db | Trx, scope: Scope) =>
  db
    .selectFrom('device_type as t')
    .select([
      't.id',
      't.client_id',
      't.code',
      't.label',
      't.owner',
      't.enters',
      't.groups_are_nodes',
      't.raises_alarms',
      't.claim',
      't.report_interval_s',
      't.modbus_map',
      't.payload_map_id',
      't.version',
      sql<number>`(select count(*) ${used(scope)})`.as('devices'),
      sql<number>`(select count(distinct s.id) ${used(scope)})`.as('sites'),
    ]);
export type StoredType = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

/** A page of types: the shipped ones first, then by label. */
export const listTypes = (db: Db, filter: TypeFilter, { search, ...page }: DeviceTypeQuery) => {
  const types = columns(db, filter.scope).where(conditions(filter.clientIds, search));
  const order = sql`case t.owner when 'shipped' then 0 when 'operator' then 1 else 2 end, lower(t.label), t.id`;
  return sectionOf(types.orderBy(order), page);
};

/** Whether there is a type of this code for everybody or of these clients; null: of any. */
export async function isKnownType(db: Db, code: string, clientIds: readonly number[] | null): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select 1 from device_type t
    where lower(t.code) = lower(${code}) and ${conditions(clientIds, undefined)}) as known`.execute(db);
  return rows[0]?.known ?? false;
}

export const storedType = (db: Db | Trx, id: number, scope: Scope): Promise<StoredType | undefined> =>
  columns(db, scope).where('t.id', '=', id).executeTakeFirst();

/** Locks a type, so that no device of it is added meanwhile. */
export const lockType = (trx: Trx, id: number) =>
  trx.selectFrom('device_type').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** A type as an authorization subject. */
export async function loadType(db: Db, id: number): Promise<DeviceTypeSubject | undefined> {
  const row = await db.selectFrom('device_type').select(['client_id', 'owner']).where('id', '=', id).executeTakeFirst();
  return (
    row && {
      clientId: row.client_id === null ? null : ClientId.parse(row.client_id),
      isShipped: row.owner === 'shipped',
    }
  );
}

/** Whether a shipped or an operator's type has this code, or one of the client (null: of nobody). Locks the code. */
export async function isCodeTaken(trx: Trx, clientId: number | null, code: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`device type ${code.toLowerCase()}`}))`.execute(trx);
  const row = await trx
    .selectFrom('device_type')
    .select('id')
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Types of a client, or with null those for everybody. */
export async function countOfOwner(trx: Trx, clientId: number | null): Promise<number> {
  const { count } = await trx
    .selectFrom('device_type')
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const insertType = async (trx: Trx, row: Insertable<DeviceTypeTable>): Promise<number> =>
  (await trx.insertInto('device_type').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const updateType = async (trx: Trx, id: number, patch: Updateable<DeviceTypeTable>): Promise<void> => {
  await trx
    .updateTable('device_type')
    .set({ ...patch, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
};

export const deleteType = async (trx: Trx, id: number): Promise<void> => {
  await trx.deleteFrom('device_type').where('id', '=', id).execute();
};

/** Devices that use a type, removed ones too, since they can be brought back: at most `limit`, by name. */
export const usersOfType = (trx: Trx, id: number, limit: number) =>
  trx
    .selectFrom('device as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .where((eb) => eb.or([eb('d.type_id', '=', id), eb('d.shown_type_id', '=', id)]))
    .select(['d.id', 'd.title', 's.id as site_id', 's.title as site_title', 'd.removed_at'])
    .orderBy(sql`lower(d.title), d.id`)
    .limit(limit)
    .execute();

/** Units of the registry that name a type for everybody. */
export async function isInRegistry(trx: Trx, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom('device_registry')
    .select('serial_number')
    .where('device_type', '=', code)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sites of a scope with devices of a type, most devices first. */
export async function sitesOfType(db: Db, id: number, scope: Scope, page: Section) {
  const grouped = db
    .selectFrom('device as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .where((eb) => eb.or([eb('d.type_id', '=', id), eb('d.shown_type_id', '=', id)]))
    .where(({ and }) => and({ 'd.removed_at': null, 's.removed_at': null }))
    .where(inScope(scope));
  const { count } = await grouped.select(sql<number>`count(distinct s.id)`.as('count')).executeTakeFirstOrThrow();
  const rows = await grouped
    .select(['s.id', 's.title', 'c.company', sql<number>`count(*)`.as('devices')])
    .groupBy(['s.id', 's.title', 'c.company'])
    .orderBy(sql`count(*) desc, lower(s.title), s.id`)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count, rows };
}

/** Whether a type of a client (null: of everybody) may have this payload map; keeps it from being removed meanwhile. */
export async function isMapOf(trx: Trx, clientId: number | null, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payload_map')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a client may add devices of open types and make types of its own. */
export async function hasOwnDevices(db: Db | Trx, clientId: number): Promise<boolean> {
  const row = await db.selectFrom('client').select('own_devices').where('id', '=', clientId).executeTakeFirst();
  return row?.own_devices ?? false;
}
