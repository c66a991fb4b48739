import type pg from 'pg';
import { forgetDays } from '../archive/store.ts';

/** A device's data except its maintenance tests, which remain as the record of who tested what. */
const tables = [
  'pending_hour',
  'frame_late',
  'frame_bundle_late',
  'frame_refused',
  'frame',
  'frame_bundle',
  'chunk',
  'slots',
  'event',
  'device_layout',
  'device_latest',
  'rule_window',
];

/** Deletes all history of a removed device, table by table, so that no lock is held for long; its archived days first. */
export async function deleteHistory(pool: pg.Pool, deviceId: number, now: number): Promise<void> {
  await forgetDays(pool, { deviceId }, now);
  for (const table of tables) await pool.query(`delete from ${table} where device_id = $1`, [deviceId]);
}
