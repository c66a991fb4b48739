import type pg from 'pg';

/** What is kept of a device beside its maintenance tests, which stay as the record of who tested what. */
const tables = [
  'owed_hour',
  'frame_late',
  'frame_refused',
  'frame',
  'chunk',
  'slots',
  'event',
  'device_layout',
  'device_latest',
];

/** Takes away all history of a device that is gone; each table by itself, so that no lock is held for long. */
export async function deleteHistory(pool: pg.Pool, deviceId: number): Promise<void> {
  for (const table of tables) await pool.query(`delete from ${table} where device_id = $1`, [deviceId]);
}
