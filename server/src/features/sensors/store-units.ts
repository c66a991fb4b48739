import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Devices with rules that were not yet compared with the units of their present layout, by id after `after`. */
export const devicesToCompare = (db: Db, after: number, limit: number): Promise<number[]> =>
  query(db).column(
    sql<{ device_id: number }>`select distinct r.device_id from warning_rule r
      join device_latest l on l.device_id = r.device_id
      join device d on d.id = r.device_id and d.removed_at is null
    where r.until is null and r.device_id > ${after} and l.layout_id is not null
      and r.unit_layout_id is distinct from l.layout_id
    order by r.device_id limit ${limit}`,
    'device_id',
  );

/** Locks a device's rules in force, and says which of them are known to have another unit; undefined: it has gone. */
export async function lockCompared(
  trx: Trx,
  deviceId: number,
): Promise<{ readonly siteId: number; readonly clientId: number; readonly known: readonly number[] } | undefined> {
  const rules = await sql<{ id: number; has_other_unit: boolean }>`select id, has_other_unit from warning_rule
    where device_id = ${deviceId} and until is null order by id for update`.execute(trx);
  const { rows } = await sql<{ site_id: number; client_id: number }>`select d.site_id, s.client_id
    from device d join site s on s.id = d.site_id where d.id = ${deviceId} and d.removed_at is null`.execute(trx);
  const [device] = rows;
  const known = rules.rows.filter((rule) => rule.has_other_unit).map((rule) => rule.id);
  return device && { siteId: device.site_id, clientId: device.client_id, known };
}

/** Notes that the rules in force were compared with the present layout, and which of them have another unit. */
export const writeCompared = (trx: Trx, deviceId: number, others: readonly number[]): Promise<void> =>
  query(trx).run(sql`update warning_rule r set unit_layout_id = l.layout_id, has_other_unit = r.id =
      any(${[...others]}::int[])
    from device_latest l where l.device_id = r.device_id and r.device_id = ${deviceId} and r.until is null`);

/** Has the rules of a sensor compared again, because its setting changed. */
export const compareAgain = (trx: Trx, deviceId: number, path: string): Promise<void> =>
  query(trx).run(sql`update warning_rule set unit_layout_id = null where device_id = ${deviceId} and until is null
    and ${path} in (path, reference, only_while ->> 'sensor_id')`);
