import type { SchemaListQuery } from '@tocsin/contract/schemas';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../platform/db.ts';
import { query, sectionOf } from '../../platform/query.ts';

/** Schemas and the names of their tabs; tab contents are in store-tabs.ts. */

export interface Modifier {
  readonly userId: number;
  readonly at: Date;
}

/** The person's name at the time, which stays readable after the person is removed. */
export const modified = ({ userId, at }: Modifier) => ({
  modified_by: userId,
  modified_first_name: sql<string>`coalesce((select first_name from users where id = ${userId}), '')`,
  modified_last_name: sql<string>`coalesce((select last_name from users where id = ${userId}), '')`,
  modified_at: at,
});

const schemas = (db: Db) => db.selectFrom('schema').selectAll('schema');
export type SchemaRow = Awaited<ReturnType<ReturnType<typeof schemas>['executeTakeFirstOrThrow']>>;

export async function listSchemas(
  db: Db,
  siteId: number,
  query: z.output<typeof SchemaListQuery>,
): Promise<{ count: number; rows: SchemaRow[] }> {
  const column = query.order_by.endsWith('name') ? sql`lower(schema.name)` : sql`schema.modified_at`;
  const direction = query.order_by.startsWith('-') ? sql`desc` : sql`asc`;
  const there = schemas(db).where('site_id', '=', siteId);
  return await sectionOf(there.orderBy(sql`${column} ${direction}, schema.id ${direction}`), query);
}

export const findSchema = (db: Db, id: number): Promise<SchemaRow | undefined> =>
  schemas(db).where('id', '=', id).executeTakeFirst();

/** Locks the schema until the transaction ends, so that changes of its tabs are serialized. */
export const lockSchema = (trx: Trx, id: number): Promise<SchemaRow | undefined> =>
  schemas(trx).where('id', '=', id).forUpdate().executeTakeFirst();

/** The version that the site shows: the last published one. */
export const findCurrent = (db: Db, siteId: number): Promise<SchemaRow | undefined> =>
  schemas(db)
    .where('site_id', '=', siteId)
    .where('is_published', '=', true)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The person's unpublished copy of a published schema, if any. */
export const findCopy = (db: Db, schemaId: number, userId: number): Promise<SchemaRow | undefined> =>
  schemas(db)
    .where(({ and }) => and({ copy_of: schemaId, copy_by: userId }))
    .where('is_published', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface NewSchema {
  readonly siteId: number;
  readonly name: string;
  readonly copyOf?: number;
  readonly copyBy?: number;
}

export async function insertSchema(trx: Trx, schema: NewSchema, by: Modifier): Promise<number> {
  const row = await trx
    .insertInto('schema')
    .values({
      site_id: schema.siteId,
      name: schema.name,
      copy_of: schema.copyOf ?? null,
      copy_by: schema.copyBy ?? null,
      ...modified(by),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function touchSchema(trx: Trx, id: number, by: Modifier, name?: string): Promise<void> {
  await trx
    .updateTable('schema')
    .set({ ...modified(by), ...(name === undefined ? {} : { name }) })
    .where('id', '=', id)
    .execute();
}

export async function publishSchema(trx: Trx, id: number, comment: string, by: Modifier): Promise<void> {
  await trx
    .updateTable('schema')
    .set({ is_published: true, comment, published_at: by.at, copy_of: null, copy_by: null, ...modified(by) })
    .where('id', '=', id)
    .execute();
}

export async function deleteSchema(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('schema').where('id', '=', id).execute();
}

export interface TabLine {
  readonly id: number;
  readonly schema_id: number;
  readonly name: string;
  readonly position: number;
  readonly sensors: readonly string[];
  readonly devices: readonly number[];
}

/** Names and order of the tabs of schemas, with the sensors that each uses, including state sensors. */
export const listTabs = (db: Db, schemaIds: readonly number[]): Promise<TabLine[]> =>
  query(db).all(sql<TabLine>`
    select t.id, t.schema_id, t.name, t.position,
      coalesce((select array_agg(distinct s.device_id || '.' || s.group_id || '.' || s.sensor_id)
        from schema_sensor s where s.tab_id = t.id), '{}') as sensors,
      coalesce((select array_agg(distinct s.device_id) from schema_sensor s where s.tab_id = t.id), '{}') as devices
    from schema_tab t where t.schema_id = any(${schemaIds}) order by t.position, t.id`);

export async function orderTabs(trx: Trx, order: readonly { id: number; order: number }[]): Promise<void> {
  for (const { id, order: position } of order)
    await trx.updateTable('schema_tab').set({ position }).where('id', '=', id).execute();
}

/** The site of a schema, tab or machine, for authorization. */
export const siteOfSchema = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('schema').select('site_id').where('id', '=', id).executeTakeFirst())?.site_id;

export const siteOfTab = async (db: Db, id: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('schema_tab')
    .innerJoin('schema', 'schema.id', 'schema_tab.schema_id')
    .select('schema.site_id')
    .where('schema_tab.id', '=', id)
    .executeTakeFirst();
  return row?.site_id;
};

export const siteOfMachine = async (db: Db, id: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('schema_machine')
    .innerJoin('schema_tab', 'schema_tab.id', 'schema_machine.tab_id')
    .innerJoin('schema', 'schema.id', 'schema_tab.schema_id')
    .select('schema.site_id')
    .where('schema_machine.id', '=', id)
    .executeTakeFirst();
  return row?.site_id;
};

/** The schemas that use a device, to be named in a 409 on its removal. */
export async function schemasUsing(db: Db, deviceIds: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('schema')
    .select(['schema.id', 'schema.name'])
    .where('schema.id', 'in', (eb) =>
      eb.selectFrom('schema_sensor').select('schema_sensor.schema_id').where('device_id', 'in', deviceIds),
    )
    .orderBy('schema.id')
    .execute();
}

/** Devices of a site that are not removed. */
export const listDevices = (db: Db, siteId: number) =>
  db
    .selectFrom('device')
    .select(['id', 'title', 'udf_id'])
    .where(({ and }) => and({ site_id: siteId, removed_at: null }))
    .orderBy('title')
    .orderBy('id')
    .execute();
export type DeviceLine = Awaited<ReturnType<typeof listDevices>>[number];
