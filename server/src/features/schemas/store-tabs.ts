import type { TabDocument } from '@tocsin/contract/schema-document';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { SchemaSensorTable } from '../../platform/tables.ts';
import { type Modifier, modified } from './store.ts';

const tabs = (db: Db) => db.selectFrom('schema_tab').selectAll('schema_tab');
export type TabRow = Awaited<ReturnType<ReturnType<typeof tabs>['executeTakeFirstOrThrow']>>;

export const findTab = (db: Db, id: number): Promise<TabRow | undefined> =>
  tabs(db).where('id', '=', id).executeTakeFirst();

export const tabsOf = (db: Db, schemaId: number): Promise<TabRow[]> =>
  tabs(db).where('schema_id', '=', schemaId).orderBy('position').orderBy('id').execute();

/** The tab of a copy that corresponds to a published one. */
export const findCopiedTab = (db: Db, schemaId: number, sourceTab: number): Promise<TabRow | undefined> =>
  tabs(db).where('schema_id', '=', schemaId).where('source_tab', '=', sourceTab).executeTakeFirst();

export interface NewTab {
  readonly schemaId: number;
  readonly position: number;
  readonly document: TabDocument;
  readonly sourceTab?: number;
  readonly version?: number;
}

export async function insertTab(trx: Trx, tab: NewTab, by: Modifier): Promise<number> {
  const row = await trx
    .insertInto('schema_tab')
    .values({
      schema_id: tab.schemaId,
      position: tab.position,
      name: tab.document.name,
      document: JSON.stringify(tab.document),
      source_tab: tab.sourceTab ?? null,
      version: tab.version ?? 1,
      ...modified(by),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTab(trx: Trx, id: number, document: TabDocument, by: Modifier): Promise<void> {
  await trx
    .updateTable('schema_tab')
    .set((eb) => ({
      name: document.name,
      document: JSON.stringify(document),
      version: eb('version', '+', 1),
      ...modified(by),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteTab(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('schema_tab').where('id', '=', id).execute();
}

export const machinesOf = (db: Db, tabId: number) =>
  db.selectFrom('schema_machine').selectAll().where('tab_id', '=', tabId).execute();

/** Stores the machines of a tab. A machine keeps its id while its frontend_id remains in the document. */
export async function storeMachines(
  trx: Trx,
  tabId: number,
  machines: readonly { readonly frontend_id: string; readonly name: string }[],
): Promise<Map<string, number>> {
  const names = machines.map((machine) => machine.frontend_id);
  const gone = trx.deleteFrom('schema_machine').where('tab_id', '=', tabId);
  await (names.length > 0 ? gone.where('frontend_id', 'not in', names) : gone).execute();
  if (machines.length === 0) return new Map();
  const rows = await trx
    .insertInto('schema_machine')
    .values(machines.map(({ frontend_id, name }) => ({ tab_id: tabId, frontend_id, name })))
    .onConflict((oc) => oc.columns(['tab_id', 'frontend_id']).doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .returning(['id', 'frontend_id'])
    .execute();
  return new Map(rows.map((row) => [row.frontend_id, row.id]));
}

export type SensorRow = Selectable<SchemaSensorTable>;

export async function storeSensors(trx: Trx, tabId: number, sensors: readonly SensorRow[]): Promise<void> {
  await trx.deleteFrom('schema_sensor').where('tab_id', '=', tabId).execute();
  if (sensors.length > 0)
    await trx
      .insertInto('schema_sensor')
      .values([...sensors])
      .execute();
}

export const sensorsOfTab = (db: Db, tabId: number): Promise<SensorRow[]> =>
  db.selectFrom('schema_sensor').selectAll().where('tab_id', '=', tabId).execute();

export const sensorsOfMachine = (db: Db, machineId: number): Promise<SensorRow[]> =>
  db.selectFrom('schema_sensor').selectAll().where('machine_id', '=', machineId).execute();

export const sensorsOfSchema = (db: Db, schemaId: number): Promise<SensorRow[]> =>
  db.selectFrom('schema_sensor').selectAll().where('schema_id', '=', schemaId).execute();

/** Where a schema, or every schema of a site, uses sensors: tab and machine by name. */
export const usesOf = (db: Db, of: { readonly schemaId: number } | { readonly siteId: number }) =>
  db
    .selectFrom('schema_sensor as s')
    .innerJoin('schema_tab as t', 't.id', 's.tab_id')
    .innerJoin('schema_machine as m', 'm.id', 's.machine_id')
    .select([
      's.device_id',
      's.group_id',
      's.sensor_id',
      't.id as tab_id',
      't.name as tab_name',
      'm.id as machine_id',
      'm.name as machine_name',
      'm.frontend_id',
      's.schema_id',
    ])
    .where((eb) =>
      'schemaId' in of
        ? eb('s.schema_id', '=', of.schemaId)
        : eb('s.schema_id', 'in', eb.selectFrom('schema').select('schema.id').where('schema.site_id', '=', of.siteId)),
    )
    .where('s.point', 'is not', null)
    .execute();
export type UseRow = Awaited<ReturnType<typeof usesOf>>[number];

export const findMachine = (db: Db, id: number) =>
  db
    .selectFrom('schema_machine as m')
    .innerJoin('schema_tab as t', 't.id', 'm.tab_id')
    .innerJoin('schema as s', 's.id', 't.schema_id')
    .innerJoin('site', 'site.id', 's.site_id')
    .select([
      'm.id',
      'm.frontend_id',
      't.id as tab_id',
      't.name as tab_name',
      's.id as schema_id',
      's.name as schema_name',
      's.is_published',
      'site.id as site_id',
      'site.title as site_title',
      'site.timezone',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst();
