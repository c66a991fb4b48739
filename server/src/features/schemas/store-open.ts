import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/**
 * Which of these devices a drawing of the site may show: devices that are on the site and not removed; suspended ones
 * only for people who may open them.
 */
export async function openDevices(
  db: Db,
  siteId: number,
  deviceIds: readonly number[],
  seesSuspended: boolean,
): Promise<ReadonlySet<number>> {
  if (deviceIds.length === 0) return new Set();
  const notSuspended = seesSuspended ? sql`` : sql`and not d.is_suspended and not s.is_suspended`;
  const { rows } = await sql<{ id: number }>`select d.id from device d join site s on s.id = d.site_id
    where d.id = any(${[...deviceIds]}::int[]) and d.site_id = ${siteId} and d.removed_at is null ${notSuspended}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}
