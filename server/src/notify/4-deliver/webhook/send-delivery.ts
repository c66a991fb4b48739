import { recorded } from '../../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../../platform/db.ts';
import type { Encryption } from '../../../platform/encryption.ts';
import type { Log } from '../../../platform/log.ts';
import { type Answer, post, type SendOptions } from '../../../platform/outbound-post.ts';
import { signatureOf } from '../../../platform/webhook-signature.ts';
import { backOffs, nextAttemptAt } from '../back-off.ts';
import { errorText } from '../connection-error.ts';
import { contentTypeOf } from './formats.ts';
import { type ManagersOf, mailGone } from './mail-gone.ts';
import * as deliveries from './store-deliveries.ts';
import * as store from './store-webhooks.ts';

export interface DeliveryDependencies extends DbAndClock {
  readonly log: Log;
  readonly encryption: Encryption;
  readonly publicUrl: string;
  readonly isPrivateAllowed: SendOptions['isPrivateAllowed'];
  /** Ends an attempt that takes too long. */
  readonly timeout: () => AbortSignal;
  readonly random?: () => number;
  /** Called in the transaction that writes final failures. */
  readonly failed: (trx: Trx, deliveryIds: readonly string[]) => Promise<void>;
  /** Who manages what a webhook serves: they are mailed when its receiver is gone. */
  readonly managersOf: ManagersOf;
}

/**
 * Makes one attempt and stores its outcome. When the process dies in between, the delivery is sent again under the same
 * key: at least once.
 */
export async function attempt(
  dependencies: DeliveryDependencies,
  due: deliveries.DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = dependencies;
  const { answer, error } = await send(dependencies, due, signal);
  const at = new Date(clock.now());
  const outcome = { code: answer?.code ?? null, error };
  if (error === null) {
    await deliveries.endDelivery(db, due, 'delivered', outcome, at);
    return;
  }
  if (answer?.code === 410 && due.event_id !== null) return await giveUpReceiver(dependencies, due, outcome, at);
  const asksToWait = answer?.code === 429 || answer?.code === 503;
  const retryAfterMs = asksToWait ? answer.retryAfterMs : null;
  const times = { createdAt: due.created_at.getTime(), now: at.getTime(), retryAfterMs };
  const next =
    due.event_id === null ? null : nextAttemptAt('webhook', due.attempts, times, dependencies.random ?? Math.random);
  if (retryAfterMs !== null && due.event_id !== null) {
    const until = at.getTime() + Math.min(retryAfterMs, backOffs.webhook.longestAskedMs);
    await store.pause(db, due.webhook_id, new Date(until));
  }
  if (next !== null) return await deliveries.retryDelivery(db, due, outcome, { dueAt: new Date(next), at });
  await db.transaction().execute(async (trx) => {
    if (await deliveries.endDelivery(trx, due, 'failed', outcome, at)) await dependencies.failed(trx, [due.id]);
  });
}

async function send(
  { clock, encryption, isPrivateAllowed }: DeliveryDependencies,
  due: deliveries.DueDelivery,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer | null; readonly error: string | null }> {
  try {
    const now = clock.now();
    const credential = due.credential && encryption.open(due.credential);
    const isPagerDuty = due.format === 'pagerduty';
    const body = isPagerDuty ? JSON.stringify({ routing_key: credential ?? '', ...JSON.parse(due.body) }) : due.body;
    const headers = {
      'content-type': contentTypeOf(due),
      'user-agent': 'Tocsin-Webhook/1',
      'idempotency-key': due.id,
      'tocsin-event': due.event_type,
      'tocsin-signature': signatureOf(encryption.open(due.secret), Math.floor(now / 1000), body),
      ...(credential && !isPagerDuty ? { authorization: credential } : {}),
    };
    const answer = await post(due.url, headers, body, { isPrivateAllowed, now, signal });
    const isTaken = answer.code >= 200 && answer.code < 300;
    return { answer, error: isTaken ? null : refusalText(answer.code) };
  } catch (error) {
    return { answer: null, error: signal.aborted ? 'It did not answer in time' : errorText(error) };
  }
}

const refusalText = (code: number): string =>
  code >= 300 && code < 400 ? `It redirects (${code}), and redirects are not followed` : `It answered ${code}`;

/** 410 (Gone): nothing more is sent to this receiver until somebody turns the webhook on again. */
async function giveUpReceiver(
  dependencies: DeliveryDependencies,
  due: deliveries.DueDelivery,
  outcome: deliveries.Outcome,
  at: Date,
): Promise<void> {
  const { db, log } = dependencies;
  await recorded(db, { userId: null, name: 'Tocsin', address: '' }, async (trx, note) => {
    const webhook = await store.lockWebhookToSend(trx, due.webhook_id);
    const isOff = webhook !== undefined && (await store.turnOff(trx, due.webhook_id, at));
    await deliveries.endDelivery(trx, due, 'failed', outcome, at);
    const others = await deliveries.failWaiting(trx, due.webhook_id, 'The receiver is gone (410)', at);
    await dependencies.failed(trx, [due.id, ...others]);
    if (webhook && isOff) await mailGone(trx, webhook, dependencies, at);
    const about = {
      subject: 'webhook',
      subjectId: due.webhook_id,
      subjectName: webhook?.title ?? '',
      clientId: due.client_id,
      siteId: webhook?.site_id ?? null,
    };
    const changed = isOff
      ? { old: { is_active: true }, new: { is_active: false, reason: 'It answered 410 (Gone)' } }
      : {};
    note({ ...about, action: 'change', old: {}, new: {}, ...changed });
  });
  log.warn('turned a webhook off: its receiver answered 410', { webhook: due.webhook_id });
}
