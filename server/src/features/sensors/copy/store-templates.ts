import type { GroupDef, SensorDef } from '@tocsin/contract/layout';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, type Scope } from '../../../access/scope.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import { DeviceSettings, StoredSettings } from './settings.ts';

/** What a template consists of. */
export const TemplateDocument = z.object({
  groups: z.array(z.custom<GroupDef>()),
  sensors: z.array(z.custom<SensorDef>()),
  /** Displayed units by path. */
  units: z.record(z.string(), z.string()),
  settings: DeviceSettings.extend({ roles: DeviceSettings.shape.roles.default({}) }),
});
export type TemplateDocument = z.infer<typeof TemplateDocument>;

export interface StoredTemplate {
  readonly version: number;
  readonly document: TemplateDocument;
  readonly taken_from: string;
  readonly taken_at: Date;
  readonly taken_by: string;
}

/** The template of a type in force; undefined: it has none. */
export async function templateOf(db: Db | Trx, typeId: number): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`select version, document, taken_from, taken_at, taken_by
    from device_template where type_id = ${typeId}`.execute(db);
  const [row] = rows;
  return row && { ...row, document: TemplateDocument.parse(row.document) };
}

/** Stores the next version of a type's template after `version`; false when another one was stored meanwhile. */
export async function writeTemplate(trx: Trx, typeId: number, template: StoredTemplate): Promise<boolean> {
  const { version, document, taken_from, taken_at, taken_by } = template;
  const { rows } = await sql<{ version: number }>`insert into device_template
      (type_id, version, document, taken_from, taken_at, taken_by)
    values (${typeId}, ${version}, ${JSON.stringify(document)}, ${taken_from}, ${taken_at}, ${taken_by})
    on conflict (type_id) do update set version = excluded.version, document = excluded.document,
      taken_from = excluded.taken_from, taken_at = excluded.taken_at, taken_by = excluded.taken_by
    where device_template.version = excluded.version - 1
    returning version`.execute(trx);
  return rows.length > 0;
}

/** What a device took last. */
export interface TemplateUse {
  readonly version: number;
  readonly applied: Partial<DeviceSettings>;
}

export async function usesOf(db: Db | Trx, deviceIds: readonly number[]): Promise<ReadonlyMap<number, TemplateUse>> {
  const { rows } = await sql<{
    device_id: number;
    version: number;
    applied: unknown;
  }>`select device_id, version, applied
    from device_template_use where device_id = any(${[...deviceIds]}::int[])`.execute(db);
  return new Map(
    rows.map(({ device_id, version, applied }) => [device_id, { version, applied: StoredSettings.parse(applied) }]),
  );
}

export async function writeUse(trx: Trx, deviceId: number, typeId: number, use: TemplateUse): Promise<void> {
  await sql`insert into device_template_use (device_id, type_id, version, applied)
    values (${deviceId}, ${typeId}, ${use.version}, ${JSON.stringify(use.applied)})
    on conflict (device_id) do update set type_id = excluded.type_id, version = excluded.version,
      applied = excluded.applied, before = jsonb_build_object('version', device_template_use.version,
        'applied', device_template_use.applied)`.execute(trx);
}

/** Sets what devices took last back to what they had taken before. */
export async function undoUses(trx: Trx, deviceIds: readonly number[]): Promise<void> {
  await sql`delete from device_template_use where device_id = any(${[...deviceIds]}::int[]) and before is null`.execute(
    trx,
  );
  await sql`update device_template_use set version = (before ->> 'version')::int, applied = before -> 'applied',
    before = null where device_id = any(${[...deviceIds]}::int[])`.execute(trx);
}

/** Devices of a type within a scope, by site and title. */
export async function devicesOfType(db: Db | Trx, typeId: number, scope: Scope): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select d.id from device d
      join site s on s.id = d.site_id and s.removed_at is null
    where d.type_id = ${typeId} and d.removed_at is null and ${inScope(scope)}
    order by s.title, d.title, d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The newest roll-out of a type that was not undone. */
export const newestRollOut = (
  db: Db,
  typeId: number,
): Promise<
  { readonly id: number; readonly at: number; readonly user_name: string; readonly devices: number } | undefined
> =>
  query(db).first(sql<{ id: number; at: number; user_name: string; devices: number }>`select c.id, c.at,
      c.user_name, (select count(*)::int from settings_copy_device d where d.copy_id = c.id) as devices
    from settings_copy c where c.type_id = ${typeId} and c.undone_at is null order by c.id desc limit 1`);

/** Whether a walk test runs at a device. */
export async function isWalked(db: Db | Trx, deviceId: number): Promise<boolean> {
  const { rows } = await sql`select from walk_test where device_id = ${deviceId} and ended_at is null`.execute(db);
  return rows.length > 0;
}

/** Rules of a device whose warning is open. */
export async function openRules(db: Db | Trx, deviceId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ rule_id: number }>`select distinct rule_id from event
    where device_id = ${deviceId} and is_active and type = 'warning_on' and rule_id is not null`.execute(db);
  return new Set(rows.map(({ rule_id }) => rule_id));
}

/** Locks the template's roll-outs of a type, so that two of them never mix. */
export async function lockTemplate(trx: Trx, typeId: number): Promise<void> {
  await sql`select version from device_template where type_id = ${typeId} for update`.execute(trx);
}
