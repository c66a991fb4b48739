import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db.ts';

/** What a client asks of changes that loosen or remove a limit, rule, policy or channel. */
export interface ChangeSettings {
  readonly needsReason: boolean;
  /** A second person must approve. */
  readonly needsApproval: boolean;
}

export async function changeSettingsOf(db: Db | Trx, clientId: number): Promise<ChangeSettings> {
  const { rows } = await sql<ChangeSettings>`select changes_need_reason as "needsReason",
    changes_need_approval as "needsApproval" from client where id = ${clientId}`.execute(db);
  return rows[0] ?? { needsReason: false, needsApproval: false };
}
