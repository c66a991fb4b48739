import { sql } from 'kysely';
import type { Trx } from '../../../base/audit.ts';

/** An event that the rules have yet to be asked about. */
export interface OwedEvent {
  readonly id: number;
  readonly event_id: number;
  /** Told once more after a suspension. */
  readonly again: boolean;
  readonly attempts: number;
}

/** What waits, the oldest first, held until the transaction ends: another process waits for it, so none overtakes. */
export async function takeOwed(trx: Trx, now: number, limit: number): Promise<OwedEvent[]> {
  const { rows } = await sql<OwedEvent>`select id, event_id, again, attempts from email_rule_owed
    where retry_at is null or retry_at <= ${new Date(now)} order by id limit ${limit} for update`.execute(trx);
  return rows;
}

export async function forgetOwed(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from email_rule_owed where id = any(${[...ids]}::bigint[])`.execute(trx);
}

export async function putOffOwed(trx: Trx, id: number, at: number): Promise<void> {
  await sql`update email_rule_owed set attempts = attempts + 1, retry_at = ${new Date(at)} where id = ${id}`.execute(
    trx,
  );
}
