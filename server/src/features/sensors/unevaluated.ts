import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

/** Reads the rules that cannot be evaluated, and since when, from the `state` of a stored device state. */
export type UnevaluatedOf = (state: string) => ReadonlyMap<number, number>;

/** The rules of a device that cannot be evaluated: since when, by rule id. */
export async function unevaluatedOfDevice(
  db: Db | Trx,
  deviceId: number,
  unevaluatedOf: UnevaluatedOf,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ state: string }>`select state from device_latest
    where device_id = ${deviceId}`.execute(db);
  return rows[0] ? unevaluatedOf(rows[0].state) : new Map();
}
