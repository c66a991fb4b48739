import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

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
