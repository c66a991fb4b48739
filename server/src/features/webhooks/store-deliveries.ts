import type { EventType } from '@tocsin/contract/event';
import type { deliveryStates, TaskEvent } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

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

export const listDeliveries = (db: Db, webhookId: number, state: DeliveryState | undefined, page: Section) => {
  const deliveries = sql<DeliveryRow>`select ${columns} from webhook_delivery
    where webhook_id = ${webhookId} and ${state === undefined ? sql`true` : sql`state = ${state}`}`;
  return query(db).list(deliveries, sql`created_at desc, id`, page);
};

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
