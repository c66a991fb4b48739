import { randomUUID } from 'node:crypto';
import type { DbAndClock, Trx } from '../../../platform/db.ts';
import { type Audience, type WebhookTerms, webhookIsAbout } from '../../1-match/match.ts';
import { sentByPolicies, webhooksOf } from '../../1-match/store.ts';
import { claimPending, deletePending, type PendingRow } from '../../1-match/store-pending.ts';
import { type EventToSend, eventsToSend } from '../../event-to-send.ts';
import { bodyOf } from './formats.ts';
import { messageOf } from './message.ts';
import { insertDeliveries } from './store-deliveries.ts';
import { addDropped, waitingOf, webhooksToAcknowledge } from './store-webhooks.ts';

/** Maximum number of events per run. */
const roundSize = 200;
/** Deliveries of one webhook that have not ended; further events are counted as dropped. */
export const maxWaiting = 1_000;

interface QueueDependencies extends DbAndClock {
  readonly publicUrl: string;
}

/**
 * Queues a delivery for each webhook that is about a pending event, then for those that are told of an acknowledgement;
 * false when nothing is pending.
 */
export async function queuePending(dependencies: QueueDependencies): Promise<boolean> {
  const hasEvents = await queueOf(dependencies, 'webhooks', matchesOf);
  return (await queueOf(dependencies, 'acknowledgements', acknowledgementsOf)) || hasEvents;
}

async function queueOf(
  { db, clock, publicUrl }: QueueDependencies,
  audience: Audience,
  matchesFor: (trx: Trx, pending: readonly PendingRow[]) => Promise<Match[]>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const now = new Date(clock.now());
    const pending = await claimPending(trx, audience, now, { limit: roundSize });
    if (pending.length === 0) return false;
    const byWebhook = Map.groupBy(await matchesFor(trx, pending), ({ webhook }) => webhook.id);
    const waiting = await waitingOf(trx, [...byWebhook.keys()]);
    for (const [webhookId, matches] of byWebhook) {
      const room = Math.max(0, maxWaiting - (waiting.get(webhookId) ?? 0));
      if (matches.length > room) await addDropped(trx, webhookId, matches.length - room);
      const fresh = matches.slice(0, room).map(({ webhook, event, ...about }) => {
        const message = messageOf(event, { delivery: randomUUID(), publicUrl, ...about });
        const { delivery: id, type, summary: subject } = message;
        const eventType = message.isAcknowledged ? ('acknowledged' as const) : type;
        const { priority } = message;
        return { id, webhookId, eventId: event.id, eventType, subject, priority, body: bodyOf(webhook, message) };
      });
      await insertDeliveries(trx, fresh, now);
    }
    await deletePending(
      trx,
      pending.map(({ id }) => id),
    );
    return true;
  });
}

interface Match {
  readonly webhook: WebhookTerms;
  readonly event: EventToSend;
  readonly isAgain: boolean;
  readonly isAcknowledged: boolean;
}

/** The webhooks that are about pending events, in the order in which the events were stored. */
async function matchesOf(trx: Trx, pending: readonly PendingRow[]): Promise<Match[]> {
  const events = await eventsToSend(
    trx,
    pending.map((one) => one.event_id),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const webhooks = await webhooksOf(trx, [...new Set(events.map((event) => event.client_id))]);
  const sent = await sentByPolicies(
    trx,
    events.flatMap(({ forebear_id: id }) => (id === null ? [] : [id])),
  );
  return pending.flatMap(({ event_id: id, is_again: isAgain }) => {
    const event = byId.get(id);
    if (!event) return [];
    const about = webhooks.filter((webhook) => webhookIsAbout(webhook, event, sent.has(event.forebear_id, webhook.id)));
    return about.map((webhook) => ({ webhook, event, isAgain, isAcknowledged: false }));
  });
}

/** The webhooks that are told of acknowledgements: those that got what still goes on. */
async function acknowledgementsOf(trx: Trx, pending: readonly PendingRow[]): Promise<Match[]> {
  const ids = pending.map((one) => one.event_id);
  const events = (await eventsToSend(trx, ids)).filter(
    (event) => event.is_active && event.acknowledged_at !== null && !event.is_gone && !event.suspended,
  );
  const webhooks = await webhooksOf(trx, [...new Set(events.map((event) => event.client_id))]);
  const told = await webhooksToAcknowledge(trx, ids);
  return events.flatMap((event) =>
    webhooks
      .filter((webhook) => told.some((one) => one.id === webhook.id && one.event_id === event.id))
      .map((webhook) => ({ webhook, event, isAgain: false, isAcknowledged: true })),
  );
}
