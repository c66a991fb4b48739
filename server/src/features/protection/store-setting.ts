import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface SettingRow {
  readonly running_path: string | null;
  readonly running_above: number | null;
  readonly sensors: Readonly<Record<string, boolean>>;
  readonly since: Date;
  readonly user_name: string;
  readonly reason: string;
}

/** The newest setting of a device. */
export const findSetting = (db: Db | Trx, deviceId: number): Promise<SettingRow | undefined> =>
  query(db).first(sql<SettingRow>`select running_path, running_above, sensors, since, user_name, reason
    from protection_setting where device_id = ${deviceId} order by since desc, id desc limit 1`);

export async function insertSetting(
  trx: Trx,
  deviceId: number,
  row: SettingRow & { readonly userId: number | null },
): Promise<void> {
  await sql`insert into protection_setting (device_id, since, running_path, running_above, sensors, user_id, user_name, reason)
    values (${deviceId}, ${row.since}, ${row.running_path}, ${row.running_above}, ${JSON.stringify(row.sensors)}::jsonb,
      ${row.userId}, ${row.user_name}, ${row.reason})`.execute(trx);
}

/** Sensors that were required in the last hour that was counted. */
export async function lastRequired(db: Db, deviceId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ paths: string[] }>`select q.paths from protection_hour h
    join protection_required q on q.id = h.required_id where h.device_id = ${deviceId} order by h.t0 desc limit 1`.execute(
    db,
  );
  return new Set(rows[0]?.paths ?? []);
}

/** Units of Sensor Settings in force, by path. */
export async function unitsOf(db: Db, deviceId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ path: string; unit: string }>`select distinct on (path) path, unit from sensor_scale
    where device_id = ${deviceId} order by path, since desc`.execute(db);
  return new Map(rows.map(({ path, unit }) => [path, unit]));
}
