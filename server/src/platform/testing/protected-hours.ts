import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { MadeDevice } from './factories.ts';

const bits = '1'.repeat(60);

/** Stores an hour of a device that ran all of it, the last one that is counted of it so far; `kept` minutes of its last quarter were protected, the rest was overdue. */
export async function countHour(
  db: Db,
  { id, siteId }: Pick<MadeDevice, 'id' | 'siteId'>,
  t0: number,
  kept: number,
): Promise<void> {
  await sql`insert into protection_device as p (device_id, site_id, title, since_at, filled_until)
    select id, site_id, title, 0, ${t0 + 3_600_000} from device where id = ${id}
    on conflict (device_id) do update set filled_until = greatest(p.filled_until, excluded.filled_until)`.execute(db);
  await sql`insert into protection_required (device_id, hash, paths) values (${id}, 'h', '{4.4000}')
    on conflict do nothing`.execute(db);
  await sql`insert into protection_hour (device_id, t0, site_id, definition, frames, counted, running, unknown, offline,
      missing, required_id, offline_ms, interval_days, tail, running_minutes, protected_minutes, causes, cause_paths,
      cause_minutes)
    select ${id}, ${t0}, ${siteId}, 1, 60, ${bits}::bit(60), ${bits}::bit(60), ${bits}::bit(60), ${bits}::bit(60), '{}', id,
      60000, 365, '{}', '{15,15,15,15}', array[15,15,15,${kept}]::smallint[], '{10}', '{4.4000}',
      array[0,0,0,${15 - kept}]::smallint[]
    from protection_required where device_id = ${id}
    on conflict (device_id, t0) do update set protected_minutes = excluded.protected_minutes,
      cause_minutes = excluded.cause_minutes`.execute(db);
}
