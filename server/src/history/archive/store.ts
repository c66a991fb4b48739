import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { type DayChunk, dayMs } from './day-object.ts';

/** Prefixes of keys whose objects this installation may delete. */
const isOwn = `split_part(key, '/', 1) = any (select unnest(id || adopted)::text from installation)`;

/** The key of an archived day; null: it is not archived. */
export async function liveKey(client: pg.ClientBase, deviceId: DeviceId, day: number): Promise<string | null> {
  const { rows } = await client.query<{ key: string }>(
    `select key from archive_object where device_id = $1 and day = $2 and state = 'live'`,
    [deviceId, day],
  );
  return rows[0]?.key ?? null;
}

/** Devices that may have history, and whose they are. */
export async function devicesOf(pool: pg.Pool): Promise<{ deviceId: DeviceId; clientId: number }[]> {
  const { rows } = await pool.query<{ deviceId: DeviceId; clientId: number }>(
    `select d.id as "deviceId", s.client_id as "clientId" from device d join site s on s.id = d.site_id order by d.id`,
  );
  return rows;
}

/** Days before a moment of which PostgreSQL has bytes and of which no hour waits to be written. */
export async function hotDays(client: pg.ClientBase, deviceId: DeviceId, before: number): Promise<number[]> {
  const { rows } = await client.query<{ day: number }>(
    `select distinct t0 - t0 % ${dayMs} as day from chunk
     where device_id = $1 and t0 < $2 and octet_length(keys) > 0 order by day`,
    [deviceId, before],
  );
  const pending = await client.query<{ day: number }>(
    `select distinct t0 - t0 % ${dayMs} as day from pending_hour where device_id = $1 and t0 < $2`,
    [deviceId, before],
  );
  const waiting = new Set(pending.rows.map((row) => row.day));
  return rows.flatMap(({ day }) => (waiting.has(day) ? [] : [day]));
}

/** A chunk and its version: PostgreSQL's own, which changes with each rewrite. */
export interface VersionedChunk extends DayChunk {
  readonly version: string;
}

export async function readDay(client: pg.ClientBase, deviceId: DeviceId, day: number): Promise<VersionedChunk[]> {
  const { rows } = await client.query<VersionedChunk>(
    `select t0, part, keys, p, end_state as "endState", xmin::text as version from chunk
     where device_id = $1 and t0 >= $2 and t0 < $3 order by t0, part`,
    [deviceId, day, day + dayMs],
  );
  return rows;
}

/** Enters an object into the journal before it is written. False: it is just being deleted. */
export async function nameObject(
  client: pg.ClientBase,
  object: { readonly key: string; readonly deviceId: DeviceId; readonly day: number; readonly bytes: number },
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into archive_object as o (key, device_id, day, bytes, state, changed_at) values ($1, $2, $3, $4, 'named', $5)
     on conflict (key) do update set state = 'named', changed_at = $5 where o.state in ('named', 'deleted')`,
    [object.key, object.deviceId, object.day, object.bytes, now],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Within a transaction that has the device's lock: replaces the day's bytes by its object. False, and nothing may be
 * committed: a chunk has changed, an hour waits to be written, or the object is no longer in the journal.
 */
export async function commitDay(
  client: pg.ClientBase,
  { key, deviceId, day }: { readonly key: string; readonly deviceId: DeviceId; readonly day: number },
  versions: readonly string[],
  now: number,
): Promise<boolean> {
  const range = [deviceId, day, day + dayMs];
  const { rows } = await client.query<{ version: string }>(
    `select xmin::text as version from chunk where device_id = $1 and t0 >= $2 and t0 < $3 order by t0, part for update`,
    range,
  );
  if (rows.map((row) => row.version).join() !== versions.join()) return false;
  const pending = await client.query('select from pending_hour where device_id = $1 and t0 >= $2 and t0 < $3', range);
  if ((pending.rowCount ?? 0) > 0) return false;
  const live = await client.query(
    `update archive_object set state = 'live', changed_at = $2 where key = $1 and state = 'named'`,
    [key, now],
  );
  if (live.rowCount !== 1) return false;
  await client.query(
    `update chunk c set keys = '', p = '', end_state = case when (c.t0, c.part) = (
         select t0, part from chunk where device_id = $1 and t0 >= $2 and t0 < $3 order by t0 desc, part desc limit 1)
       then c.end_state end
     where device_id = $1 and t0 >= $2 and t0 < $3`,
    range,
  );
  return true;
}

/** Within a transaction that has the device's lock: the bytes of an archived day are in PostgreSQL again. */
export async function restoreDay(
  client: pg.ClientBase,
  { key, deviceId }: { readonly key: string; readonly deviceId: DeviceId },
  chunks: readonly DayChunk[],
  now: number,
): Promise<void> {
  for (const { t0, part, keys, p, endState } of chunks)
    await client.query(
      'update chunk set keys = $4, p = $5, end_state = $6 where device_id = $1 and t0 = $2 and part = $3',
      [deviceId, t0, part, keys, p, endState],
    );
  await client.query(`update archive_object set state = 'deleted', changed_at = $2 where key = $1 and state = 'live'`, [
    key,
    now,
  ]);
}

/** Objects of days before a moment, or of a device, are deleted after the time for which they are kept. */
export async function forgetDays(
  client: pg.Pool | pg.ClientBase,
  which: { readonly before: number } | { readonly deviceId: number },
  now: number,
): Promise<void> {
  const [column, value] = 'before' in which ? ['day <', which.before] : ['device_id =', which.deviceId];
  await client.query(
    `update archive_object set state = 'deleted', changed_at = $2 where ${column} $1 and state in ('named', 'live')`,
    [value, now],
  );
}

/**
 * Marks objects to be deleted, and returns their keys: replaced or forgotten before `deletedBefore`, named and never
 * used since `namedBefore`, or marked before. Only those of this installation.
 */
export async function takeEnded(
  pool: pg.Pool,
  { deletedBefore, namedBefore }: { readonly deletedBefore: number; readonly namedBefore: number },
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `update archive_object set state = 'ending' where key in (
       select key from archive_object where ${isOwn} and (state = 'ending'
         or (state = 'deleted' and changed_at <= $1) or (state = 'named' and changed_at <= $2))
       order by changed_at limit $3 for update skip locked)
     returning key`,
    [deletedBefore, namedBefore, limit],
  );
  return rows.map((row) => row.key);
}

/** The object is gone. */
export async function removeEnded(pool: pg.Pool, key: string): Promise<void> {
  await pool.query(`delete from archive_object where key = $1 and state = 'ending'`, [key]);
}

/** How many days are archived, and their bytes. */
export async function countDays(pool: pg.Pool): Promise<{ days: number; bytes: number }> {
  const { rows } = await pool.query<{ days: number; bytes: number }>(
    `select count(*) as days, coalesce(sum(bytes), 0) as bytes from archive_object where state = 'live'`,
  );
  return rows[0] ?? { days: 0, bytes: 0 };
}

/** Whether some day is archived. */
export async function hasArchivedDays(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from archive_object where state = 'live' limit 1`);
  return (rowCount ?? 0) > 0;
}

/** The id with which keys begin. */
export async function installationOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from installation');
  if (!rows[0]) throw new Error('the table installation has no row');
  return rows[0].id;
}
