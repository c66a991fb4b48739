import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/db.ts';
import { presentEvents } from '../../event-to-send.ts';
import { bodyOf } from './formats.ts';
import { messageOf, testMessage } from './message.ts';
import { insertDeliveries, wakeWorkers } from './store-deliveries.ts';
import { hadLately, webhookToSend } from './store-webhooks.ts';

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
  const webhook = await webhookToSend(trx, webhookId);
  if (!webhook || (eventId !== null && (await hadLately(trx, webhookId, eventId, at)))) return;
  const id = randomUUID();
  const event = eventId === null ? null : (await presentEvents(trx, [eventId]))[0];
  if (event === undefined) return;
  const message =
    event === null
      ? testMessage(
          { id: webhook.client_id, title: webhook.client_name },
          { delivery: id, now: at.getTime(), publicUrl, policy },
        )
      : messageOf(event, { delivery: id, isAgain: false, publicUrl, policy });
  const { type: eventType, summary: subject, priority } = message;
  const body = bodyOf(webhook, message);
  await insertDeliveries(trx, [{ id, webhookId, eventId, eventType, subject, body, priority, escalation }], at);
  await wakeWorkers(trx);
}
