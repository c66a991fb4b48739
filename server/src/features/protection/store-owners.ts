import type { ProtectionKind } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { OwnerFact } from './facts.ts';

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** Who was assigned to what at these devices; people who are gone own nothing. */
export async function ownersOfDevices(db: Db | Trx, deviceIds: readonly number[]): Promise<OwnerFact[]> {
  const { rows } = await sql<{
    device_id: number;
    path: string;
    kind: ProtectionKind;
    owner_name: string;
    at: number;
  }>`select o.device_id, o.path, o.kind, o.owner_name, ${ms('o.assigned_at')} as at
    from protection_owner o join users u on u.id = o.owner_id and u.is_active and u.removed_at is null
    where o.device_id = any(${deviceIds})`.execute(db);
  return rows.map((row) => ({
    deviceId: row.device_id,
    path: row.path === '' ? null : row.path,
    kind: row.kind,
    name: row.owner_name,
    at: row.at,
  }));
}

/** The name of the person assigned to one thing, locked until the transaction ends; null: nobody. */
export async function lockOwner(
  trx: Trx,
  { deviceId, path, kind }: Pick<OwnerFact, 'deviceId' | 'path' | 'kind'>,
): Promise<string | null> {
  const { rows } = await sql<{ owner_name: string }>`select owner_name from protection_owner
    where device_id = ${deviceId} and path = ${path ?? ''} and kind = ${kind} for update`.execute(trx);
  return rows[0]?.owner_name ?? null;
}

export async function writeOwner(
  trx: Trx,
  { deviceId, path, kind, name, at }: OwnerFact,
  by: { readonly ownerId: number; readonly name: string },
): Promise<void> {
  await sql`insert into protection_owner (device_id, path, kind, owner_id, owner_name, assigned_at, assigned_by)
    values (${deviceId}, ${path ?? ''}, ${kind}, ${by.ownerId}, ${name}, ${new Date(at)}, ${by.name})
    on conflict (device_id, path, kind) do update set owner_id = excluded.owner_id, owner_name = excluded.owner_name,
      assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by`.execute(trx);
}

export async function removeOwner(
  trx: Trx,
  { deviceId, path, kind }: Pick<OwnerFact, 'deviceId' | 'path' | 'kind'>,
): Promise<void> {
  await sql`delete from protection_owner
    where device_id = ${deviceId} and path = ${path ?? ''} and kind = ${kind}`.execute(trx);
}
