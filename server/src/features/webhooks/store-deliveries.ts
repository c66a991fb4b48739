import type { EventType } from '@tocsin/contract/event';
import type { deliveryStates, TaskEvent } from '@tocsin/contract/webhooks';
import type { SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

type DeliveryState = (typeof deliveryStates)[number];

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: number | null;
  readonly event_type: EventType | TaskEvent;
  readonly subject: string;
  readonly replay_of: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly response_code: number | null;
  readonly error: string | null;
}

const columns = sql.raw(`id, event_id, event_type, subject, replay_of, state, attempts, created_at, due_at,
  last_attempt_at, response_code, error`);

export async function listDeliveries(
  db: Db,
  webhookId: number,
  query: { readonly limit: number; readonly offset: number; readonly state?: DeliveryState | undefined },
): Promise<{ count: number; rows: DeliveryRow[] }> {
  const where = sql<SqlBool>`webhook_id = ${webhookId}
    and ${query.state === undefined ? sql`true` : sql`state = ${query.state}`}`;
  const [{ rows }, counted] = await Promise.all([
    sql<DeliveryRow>`select ${columns} from webhook_delivery where ${where}
      order by created_at desc, id limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from webhook_delivery where ${where}`.execute(db),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export const findDelivery = (
  db: Db | Trx,
  webhookId: number,
  id: string,
): Promise<(DeliveryRow & { readonly body: string }) | undefined> =>
  query(db).first(sql<DeliveryRow & { readonly body: string }>`select ${columns}, body from webhook_delivery
    where webhook_id = ${webhookId} and id = ${id}`);

/** Deletes up to `limit` old deliveries; returns how many. */
export async function deleteOld(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_delivery where id in (select id from webhook_delivery
    where created_at < ${before} and state in ('delivered', 'failed', 'cancelled') limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
