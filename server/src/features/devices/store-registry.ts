import type { RegistryQuery } from '@tocsin/contract/device-registry';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { sectionOf } from '../../platform/query.ts';

/** One page of the registry, each unit with the device that has claimed it. */
export async function listRegistry(db: Db, query: RegistryQuery) {
  const like = query.search ? likePattern(query.search.toLowerCase()) : null;
  const conditions = [sql<SqlBool>`r.serial_number not like 'OPEN-%'`];
  if (like) conditions.push(sql`lower(r.serial_number) like ${like}`);
  if (query.device_type) conditions.push(sql`r.device_type = ${query.device_type}`);
  if (query.claimed !== undefined) conditions.push(sql`(d.id is not null) = ${query.claimed}`);
  const units = db
    .selectFrom('device_registry as r')
    .leftJoin('device as d', (on) => on.onRef('d.serial_number', '=', 'r.serial_number').on('d.removed_at', 'is', null))
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
    .leftJoin('site as s', 's.id', 'd.site_id')
    .leftJoin('client as c', 'c.id', 's.client_id')
    .select([
      'r.serial_number',
      'r.device_type',
      sql<string | null>`(select label from device_type t where t.client_id is null and t.code = r.device_type)`.as(
        'label',
      ),
      'r.imported_at',
      'd.id as device_id',
      'd.title as device_title',
      's.title as site_title',
      'c.id as client_id',
      'c.company',
    ])
    .orderBy('r.serial_number');
  return await sectionOf(units, query);
}

/** Locks these units, so that concurrent imports are serialized. */
export async function lockUnits(trx: Trx, serialNumbers: readonly string[]) {
  await sql`select pg_advisory_xact_lock(hashtext('device registry'))`.execute(trx);
  const { rows } = await sql<{
    serial_number: string;
    device_type: string;
    code_hash: Buffer;
    device_id: number | null;
  }>`select r.serial_number, r.device_type, r.code_hash, d.id as device_id
    from device_registry r left join device d on d.serial_number = r.serial_number and d.removed_at is null
    where r.serial_number = any(${serialNumbers})`.execute(trx);
  return new Map(rows.map((row) => [row.serial_number, row]));
}

export interface UnitRow {
  readonly serial_number: string;
  readonly device_type: string;
  readonly code_cipher: Buffer;
  readonly code_hash: Buffer;
}

const chunk = 1_000;

/** Adds units, or gives existing ones another code or type. */
export async function putUnits(trx: Trx, units: readonly UnitRow[], at: Date): Promise<void> {
  for (let from = 0; from < units.length; from += chunk) {
    await trx
      .insertInto('device_registry')
      .values(units.slice(from, from + chunk).map((unit) => ({ ...unit, imported_at: at })))
      .onConflict((conflict) =>
        conflict.column('serial_number').doUpdateSet((eb) => ({
          device_type: eb.ref('excluded.device_type'),
          code_cipher: eb.ref('excluded.code_cipher'),
          code_hash: eb.ref('excluded.code_hash'),
          imported_at: eb.ref('excluded.imported_at'),
        })),
      )
      .execute();
  }
}
