import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { SeenFact } from './facts.ts';

/** When sensors were first seen disabled or not scanned. */
export async function seenOf(db: Db, deviceIds: readonly number[]): Promise<SeenFact[]> {
  const { rows } = await sql<{ device_id: number; path: string; kind: SeenFact['kind']; since: Date }>`
    select device_id, path, kind, since from inactive_seen where device_id = any(${deviceIds})`.execute(db);
  return rows.map(({ device_id, path, kind, since }) => ({
    deviceId: device_id,
    path,
    kind,
    since: since.getTime(),
    isExact: false,
  }));
}

/** Replaces what is known of a device: sensors that are inactive now keep the time when they were first seen. */
export async function writeSeen(
  db: Db,
  deviceId: number,
  now: readonly { readonly path: string; readonly kind: SeenFact['kind'] }[],
  at: Date,
): Promise<void> {
  const rows = JSON.stringify(now);
  const present = sql`jsonb_to_recordset(${rows}::jsonb) as n(path text, kind text)`;
  await sql`delete from inactive_seen s where s.device_id = ${deviceId}
    and not exists (select 1 from ${present} where n.path = s.path and n.kind = s.kind)`.execute(db);
  await sql`insert into inactive_seen (device_id, path, kind, since)
    select ${deviceId}::int, n.path, n.kind, ${at}::timestamptz from ${present} on conflict do nothing`.execute(db);
}
