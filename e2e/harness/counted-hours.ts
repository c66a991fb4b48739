import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProtectionCause, protectionCauses } from '@tocsin/contract/protection-causes';
import pg from 'pg';
import { dataFolder } from './where.ts';

const hourMs = 3_600_000;

export interface CountedHour {
  readonly deviceId: number;
  readonly siteId: number;
  /** Unix ms of a full hour. */
  readonly t0: number;
  /** Why five of its minutes were not protected; null: all were. */
  readonly cause: ProtectionCause | null;
  /** Of a sensor; '': the device. */
  readonly path?: string;
}

/** Opens the database of the run's server, for what a test would have to wait for. */
export async function openDatabase(): Promise<pg.Client> {
  const host = readFileSync(join(dataFolder(), 'postgres', 'socket'), 'utf8').trim();
  const database = new pg.Client({ host, port: 5432, user: 'tocsin', database: 'tocsin' });
  await database.connect();
  return database;
}

/** Stores hours in which a machine ran, as they are stored once they are packed: no test lasts a month. */
export async function storeHours(hours: readonly CountedHour[]): Promise<void> {
  const database = await openDatabase();
  try {
    await database.query(
      `insert into protection_device (device_id, site_id, title, since_at, filled_until)
        select id, site_id, title, 0, $2 from device where id = any ($1) on conflict do nothing`,
      // Otherwise the server fills the hours since 1970.
      [hours.map(({ deviceId }) => deviceId), Math.floor(Date.now() / hourMs) * hourMs],
    );
    for (const { deviceId, siteId, t0, cause, path = '' } of hours)
      await database.query(
        `with required as (insert into protection_required (device_id, hash, paths) values ($1, 'e2e', '{4.4000}')
          on conflict (device_id, hash) do update set paths = excluded.paths returning id)
        insert into protection_hour (device_id, t0, site_id, definition, frames, counted, running, unknown, offline,
          missing, required_id, running_path, offline_ms, interval_days, tail, running_minutes, protected_minutes, causes,
          cause_paths, cause_minutes)
        select $1, $2, $3, 1, 60, b, b, ~b, ~b, '{}', id, '1.1000', 60000, 365, '{}', '{15,15,15,15}',
          array[15, 15, 15, $4]::smallint[], $5::smallint[], $6::text[], $7::smallint[]
        from required, (select repeat('1', 60)::bit(60) as b) bits`,
        [
          deviceId,
          t0,
          siteId,
          cause === null ? 15 : 10,
          cause === null ? [] : [protectionCauses.indexOf(cause)],
          cause === null ? [] : [path],
          cause === null ? [] : [0, 0, 0, 5],
        ],
      );
  } finally {
    await database.end();
  }
}
