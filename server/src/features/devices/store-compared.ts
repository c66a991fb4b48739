import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

/** Which values of a device were compared with the machine's display, by path. */
export async function comparedOf(db: Db | Trx, deviceId: number) {
  const rows = await db
    .selectFrom('modbus_compared')
    .select(['path', 'user_name', 'compared_at'])
    .where('device_id', '=', deviceId)
    .execute();
  return new Map(rows.map((row) => [row.path, { by: row.user_name, at: row.compared_at.toISOString() }]));
}

export async function addCompared(
  trx: Trx,
  deviceId: number,
  paths: readonly string[],
  by: string,
  at: Date,
): Promise<void> {
  if (paths.length === 0) return;
  await trx
    .insertInto('modbus_compared')
    .values(paths.map((path) => ({ device_id: deviceId, path, user_name: by, compared_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the ticks of these paths back. */
export async function removeCompared(trx: Trx, deviceId: number, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await trx
    .deleteFrom('modbus_compared')
    .where('device_id', '=', deviceId)
    .where('path', 'in', [...paths])
    .execute();
}

/**
 * Takes the ticks of sensors back (patterns of paths) on every device whose type is this one, or has this payload map:
 * they are read otherwise now.
 */
export async function removeComparedOf(
  trx: Trx,
  of: { readonly mapId: number } | { readonly typeId: number },
  sensors: readonly string[],
): Promise<void> {
  if (sensors.length === 0) return;
  const isOf = 'mapId' in of ? sql<boolean>`t.payload_map_id = ${of.mapId}` : sql<boolean>`t.id = ${of.typeId}`;
  await sql`delete from modbus_compared c using device d join device_type t on t.id = d.type_id
    where d.id = c.device_id and ${isOf} and c.path like any (${[...sensors]}::text[])`.execute(trx);
}

/** The values that a device sends, by its list of sensors, with who compared them. */
export async function mappedValues(db: Db, deviceId: number) {
  const { rows } = await sql<{ path: string; name: string; by: string | null; at: Date | null }>`
    select v.path, coalesce(n.label, v.name) as name, c.user_name as by, c.compared_at as at
    from device_latest e join device_layout l using (device_id, layout_id)
      cross join lateral (select (s ->> 'groupId') || '.' || (s ->> 'sensorId') as path, s ->> 'name' as name, i
        from jsonb_array_elements(l.sensors) with ordinality as x (s, i)) v
      left join sensor_label n on n.device_id = e.device_id and n.path = v.path
      left join modbus_compared c on c.device_id = e.device_id and c.path = v.path
    where e.device_id = ${deviceId} order by v.i`.execute(db);
  return rows.map(({ path, name, by, at }) => ({
    path,
    name,
    compared: by === null || at === null ? null : { by, at: at.toISOString() },
  }));
}
