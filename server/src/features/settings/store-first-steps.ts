import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

interface Row {
  readonly closed_at: Date | null;
  readonly client: boolean;
  readonly registry: boolean;
  readonly frame: boolean;
  readonly policy: boolean;
  readonly backup: boolean;
}

export async function readFirstSteps(db: Db | Trx): Promise<Row> {
  const { rows } = await sql<
    Omit<Row, 'frame'>
  >`select first_steps_closed_at as closed_at, exists (select from backup_record) as backup,
    exists (select from client where removed_at is null) as client,
    exists (select from device_registry) as registry,
    exists (select from escalation_policy) as policy
    from oem_settings`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('oem_settings has no row');
  const states = await sql`select 1 from device_latest limit 1`.execute(db);
  return { ...row, frame: states.rows.length > 0 };
}

export async function closeFirstSteps(trx: Trx, at: Date | null): Promise<void> {
  await sql`update oem_settings set first_steps_closed_at = ${at}`.execute(trx);
}
