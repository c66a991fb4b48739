import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { bodyOf } from './formats.ts';
import { messageOf, testMessage } from './message.ts';
import { servedOf } from './present.ts';
import { findWebhook } from './store.ts';
import { insertDeliveries, wakeWorkers } from './store-deliveries.ts';
import { eventToSend } from './store-pending.ts';

/** Webhooks as targets of policies, with the last delivery that each receiver took. */
export async function webhooksById(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    client_id: number;
    site_id: number | null;
    title: string;
    is_active: boolean;
    confirmed_at: Date | null;
  }>`select w.id, w.client_id, w.site_id, w.title, w.is_active, (select max(d.ended_at) from webhook_delivery d
      where d.webhook_id = w.id and d.state = 'delivered') as confirmed_at
    from webhook w join client c on c.id = w.client_id left join site s on s.id = w.site_id
    where w.id = any(${[...ids]}::int[]) and c.removed_at is null and s.removed_at is null`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        isActive: row.is_active,
        served: servedOf(row),
        confirmedAt: row.confirmed_at,
      },
    ]),
  );
}

/** What a step of an escalation sends to a webhook. */
export interface PolicyDelivery {
  readonly webhookId: number;
  /** Null: a live-fire test of the policy. */
  readonly eventId: number | null;
  /** Title of the policy. */
  readonly policy: string;
  readonly escalation: { readonly id: number; readonly step: number };
  readonly publicUrl: string;
}

/**
 * Queues a delivery of a step in its transaction. Nothing when the webhook or the event is gone, or when the webhook got
 * the event less than a minute before.
 */
export async function enqueueForPolicy(trx: Trx, delivery: PolicyDelivery, at: Date): Promise<void> {
  const { webhookId, eventId, policy, escalation, publicUrl } = delivery;
  const webhook = await findWebhook(trx, webhookId);
  if (!webhook || (eventId !== null && (await hadLately(trx, webhookId, eventId, at)))) return;
  const id = randomUUID();
  const event = eventId === null ? null : await eventToSend(trx, eventId);
  if (event === undefined) return;
  const message =
    event === null
      ? testMessage(
          { id: webhook.client_id, title: webhook.client_name },
          { delivery: id, now: at.getTime(), publicUrl, policy },
        )
      : messageOf(event, { delivery: id, isAgain: false, publicUrl, policy });
  const { type: eventType, summary: subject } = message;
  const body = bodyOf(webhook, message);
  await insertDeliveries(trx, [{ id, webhookId, eventId, eventType, subject, body, escalation }], at);
  await wakeWorkers(trx);
}

async function hadLately(trx: Trx, webhookId: number, eventId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_delivery where webhook_id = ${webhookId} and event_id = ${eventId}
    and event_type not like 'task_%' and state <> 'cancelled' and created_at > ${at}::timestamptz - interval '1 minute'
    and created_at < ${at}::timestamptz + interval '1 minute' limit 1`.execute(trx);
  return rows.length > 0;
}
