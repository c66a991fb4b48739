import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';

/** An event that the rules have not processed yet. */
export interface PendingEvent {
  readonly id: number;
  readonly event_id: number;
  /** Notifies once more after a suspension. */
  readonly again: boolean;
  readonly attempts: number;
}

/**
 * Pending events, oldest first, locked until the transaction ends, so that other processes wait and order is preserved.
 */
export async function claimPending(trx: Trx, now: number, limit: number): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent>`select id, event_id, again, attempts from pending_rule_event
    where retry_at is null or retry_at <= ${new Date(now)} order by id limit ${limit} for update`.execute(trx);
  return rows;
}

export async function deletePending(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from pending_rule_event where id = any(${[...ids]}::bigint[])`.execute(trx);
}

export async function postponePending(trx: Trx, id: number, at: number): Promise<void> {
  await sql`update pending_rule_event set attempts = attempts + 1, retry_at = ${new Date(at)} where id = ${id}`.execute(
    trx,
  );
}
