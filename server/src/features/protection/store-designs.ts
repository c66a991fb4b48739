import type { DesignKind } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import type { DesignFact } from './facts.ts';

/** What people confirmed to be so by design at these devices. A rule that ended since makes it another thing. */
export async function designsOfDevices(db: Db | Trx, deviceIds: readonly number[]): Promise<DesignFact[]> {
  const { rows } = await sql<{
    device_id: number;
    path: string;
    kind: DesignKind;
    shape: string;
    user_name: string;
    reason: string;
    at: number;
  }>`select n.device_id, n.path, n.kind, n.shape, n.user_name, n.reason,
      (extract(epoch from n.confirmed_at) * 1000)::bigint as at
    from protection_design n where n.device_id = any(${[...deviceIds]}::int[])
      and not exists (select from warning_rule r where r.device_id = n.device_id and r.path = n.path
        and r.until > extract(epoch from n.confirmed_at) * 1000)`.execute(db);
  return rows.map(({ device_id, user_name, ...row }) => ({ ...row, deviceId: device_id, by: user_name }));
}

/** The reason that one thing has, locked until the transaction ends; null: none. */
export async function lockDesign(
  trx: Trx,
  { deviceId, path, kind }: Pick<DesignFact, 'deviceId' | 'path' | 'kind'>,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`select reason from protection_design
    where device_id = ${deviceId} and path = ${path} and kind = ${kind} for update`.execute(trx);
  return rows[0]?.reason ?? null;
}

export async function writeDesign(trx: Trx, design: DesignFact, userId: number): Promise<void> {
  const { deviceId, path, kind, shape, by, reason, at } = design;
  await sql`insert into protection_design (device_id, path, kind, shape, reason, user_id, user_name, confirmed_at)
    values (${deviceId}, ${path}, ${kind}, ${shape}, ${reason}, ${userId}, ${by}, ${new Date(at)})
    on conflict (device_id, path, kind) do update set shape = excluded.shape, reason = excluded.reason,
      user_id = excluded.user_id, user_name = excluded.user_name, confirmed_at = excluded.confirmed_at`.execute(trx);
}

export async function removeDesign(
  trx: Trx,
  { deviceId, path, kind }: Pick<DesignFact, 'deviceId' | 'path' | 'kind'>,
): Promise<void> {
  await sql`delete from protection_design
    where device_id = ${deviceId} and path = ${path} and kind = ${kind}`.execute(trx);
}
