import { randomUUID } from 'node:crypto';
import { priorityOfLevel } from '@tocsin/contract/priority';
import type { Trx } from '../../../platform/db.ts';
import { bodyOf } from './formats.ts';
import { type TaskNews, taskMessageOf } from './message.ts';
import { maxWaiting } from './queue-events.ts';
import { insertDeliveries, wakeWorkers } from './store-deliveries.ts';
import { addDropped, matchesOfTask, waitingOf } from './store-webhooks.ts';

/**
 * Queues what happened to a maintenance task for the webhooks that are about it, in the transaction of the change: what
 * rolls back is sent to nobody.
 */
export async function queueTask(
  trx: Trx,
  news: TaskNews,
  { now, publicUrl }: { readonly now: number; readonly publicUrl: string },
): Promise<void> {
  const matches = await matchesOfTask(trx, news);
  const waiting = await waitingOf(
    trx,
    matches.map((match) => match.webhook_id),
  );
  const deliveries = [];
  for (const match of matches) {
    if ((waiting.get(match.webhook_id) ?? 0) >= maxWaiting) {
      await addDropped(trx, match.webhook_id, 1);
      continue;
    }
    const id = randomUUID();
    const priority = priorityOfLevel(match.level) ?? 'low';
    const message = taskMessageOf(news, { delivery: id, now, publicUrl, client: match.client_name, priority });
    deliveries.push({
      id,
      webhookId: match.webhook_id,
      eventId: news.event.id,
      eventType: message.type,
      subject: message.summary,
      priority,
      body: bodyOf(match, message),
    });
  }
  await insertDeliveries(trx, deliveries, new Date(now));
  if (deliveries.length > 0) await wakeWorkers(trx);
}
