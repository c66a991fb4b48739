import type { DesignKind } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
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

/** The reasons of a device's sensors by path, locked until the transaction ends. */
export async function lockDesigns(trx: Trx, deviceId: number, kind: DesignKind): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ path: string; reason: string }>`select path, reason from protection_design
    where device_id = ${deviceId} and kind = ${kind} order by path for update`.execute(trx);
  return new Map(rows.map(({ path, reason }) => [path, reason]));
}

export async function writeDesigns(trx: Trx, designs: readonly DesignFact[], userId: number | null): Promise<void> {
  for (const { deviceId, path, kind, shape, by, reason, at } of designs)
    await sql`insert into protection_design (device_id, path, kind, shape, reason, user_id, user_name, confirmed_at)
      values (${deviceId}, ${path}, ${kind}, ${shape}, ${reason}, ${userId}, ${by}, ${new Date(at)})`.execute(trx);
}

export async function removeDesigns(
  trx: Trx,
  designs: readonly Pick<DesignFact, 'deviceId' | 'path' | 'kind'>[],
): Promise<void> {
  for (const { deviceId, path, kind } of designs)
    await sql`delete from protection_design
      where device_id = ${deviceId} and path = ${path} and kind = ${kind}`.execute(trx);
}
