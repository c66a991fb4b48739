import type pg from 'pg';
import type { WalkRow } from '../walk-types.ts';
import type { NamesOf } from './store.ts';

/** Stores walk tests as they are now; each keeps the names of its beginning. */
export async function writeWalks(
  client: Pick<pg.ClientBase, 'query'>,
  rows: readonly WalkRow[],
  namesOf: NamesOf,
): Promise<void> {
  // Of several states of one walk the last one counts.
  const last = new Map(rows.map((row) => [`${row.deviceId} ${row.walk.id}`, row]));
  for (const { deviceId, walk } of last.values()) {
    const names = namesOf(deviceId);
    await client.query(
      `insert into walk_test (id, device_id, client_id, site_id, client_name, site_name, device_name, user_id, started_at,
         ended_at, signed_at, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (device_id, id) do update set user_id = excluded.user_id, started_at = excluded.started_at,
         ended_at = excluded.ended_at, signed_at = excluded.signed_at, state = excluded.state`,
      [
        walk.id,
        deviceId,
        names?.clientId ?? 0,
        walk.siteId,
        names?.clientCompany ?? '',
        names?.siteTitle ?? '',
        names?.title ?? '',
        walk.userId,
        walk.startedAt,
        walk.endedAt,
        walk.signedAt,
        JSON.stringify(walk),
      ],
    );
  }
}
