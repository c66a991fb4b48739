import { WarningRow } from '@tocsin/contract/sensors';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../platform/db.ts';

/** Warning rules of a device as somebody wants them; `at` is unix ms. */
export interface Proposal {
  readonly id: number;
  readonly results: readonly WarningRow[];
  readonly reason: string;
  readonly version: number;
  readonly at: number;
  readonly user_id: number | null;
  readonly user_name: string;
}
const Rows = z.array(WarningRow);

/** The proposal of a device that waits for a decision. */
export async function openProposal(db: Db | Trx, deviceId: number): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`select id, results, reason, version, at, user_id, user_name
    from proposed_warnings where device_id = ${deviceId} and state = 'proposed'`.execute(db);
  const [row] = rows;
  return row && { ...row, results: Rows.parse(row.results) };
}

/** Stores a proposal in place of the one that waits. */
export async function propose(
  trx: Trx,
  deviceId: number,
  proposal: Omit<Proposal, 'id' | 'user_id'> & { readonly userId: number },
): Promise<void> {
  const { results, reason, version, at, userId, user_name } = proposal;
  await sql`update proposed_warnings set state = 'replaced', decided_at = ${at}, decided_by = ${user_name}
    where device_id = ${deviceId} and state = 'proposed'`.execute(trx);
  await sql`insert into proposed_warnings (device_id, results, reason, version, at, user_id, user_name)
    values (${deviceId}, ${JSON.stringify(results)}, ${reason}, ${version}, ${at}, ${userId}, ${user_name})`.execute(
    trx,
  );
}

export async function decide(
  trx: Trx,
  id: number,
  decision: {
    readonly state: 'approved' | 'declined';
    readonly at: number;
    readonly by: string;
    readonly comment: string;
  },
): Promise<void> {
  await sql`update proposed_warnings set state = ${decision.state}, decided_at = ${decision.at},
    decided_by = ${decision.by}, comment = ${decision.comment} where id = ${id}`.execute(trx);
}
