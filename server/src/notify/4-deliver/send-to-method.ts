import type { DbAndClock } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { type Answer, post, type SendOptions } from '../../platform/outbound-post.ts';
import { signatureOf } from '../../platform/webhook-signature.ts';
import { errorText } from './connection-error.ts';
import { type Content, pushText, smsText, webhookText } from './content.ts';
import { mailEnded } from './mail/mail-ended.ts';
import { pushKeysOf, pushRequest, Subscription } from './push/push.ts';
import { idFrom, smsRequest } from './sms/sms.ts';
import { readGateway } from './sms/store-gateway.ts';
import { type ContactMethodRow, endMethod, setConfirmed, setFailed } from './store-methods.ts';

export interface SendDependencies extends DbAndClock {
  /** Encrypts addresses, secrets and keys, and hashes numbers and codes. */
  readonly encryption: Encryption;
  readonly publicUrl: string;
  readonly isPrivateAllowed: SendOptions['isPrivateAllowed'];
  /** Ends an attempt that takes too long. */
  readonly timeout: () => AbortSignal;
}

/** What became of handing a message over. */
export type Handover =
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  /** Trying again later may help. */
  | { readonly kind: 'later'; readonly error: string; readonly retryAfterMs: number | null }
  /** Trying again does not help. */
  | { readonly kind: 'failed'; readonly error: string };

/** A push service keeps a notification for a browser that is off this long: later it would be stale. */
const pushSeconds = 600;

/**
 * Hands a message to a method's channel, once, and notes at the method whether that worked. `id` is the same when the
 * same message is tried again: receivers can drop the second one.
 */
export async function sendTo(
  dependencies: SendDependencies,
  method: ContactMethodRow,
  message: { readonly id: string; readonly isUrgent: boolean; readonly content: Content },
): Promise<Handover> {
  const { db, clock } = dependencies;
  const signal = dependencies.timeout();
  const handover = await attempt(dependencies, method, message, signal).catch((error: unknown): Outcome => {
    const text = signal.aborted ? 'It did not answer in time' : errorText(error);
    return { kind: 'later', error: text, retryAfterMs: null };
  });
  const at = new Date(clock.now());
  // The message is out: a note that fails must not have it sent again, and the next message confirms the method too.
  if (handover.kind === 'delivered') await setConfirmed(db, method.id, at).catch(() => {});
  if (handover.kind === 'gone') {
    await db.transaction().execute(async (trx) => {
      if (await endMethod(trx, method.id, handover.error, at)) await mailEnded(trx, method, dependencies.publicUrl, at);
    });
    return { kind: 'failed', error: handover.error };
  }
  if ('error' in handover) await setFailed(db, method.id, handover.error, at);
  return handover;
}

/** `gone`: nothing reaches this address any more. */
type Outcome = Handover | { readonly kind: 'gone'; readonly error: string };
type Message = Parameters<typeof sendTo>[2];

async function attempt(
  dependencies: SendDependencies,
  method: ContactMethodRow,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (method.kind) {
    case 'push':
      return await sendPush(dependencies, method, message, signal);
    case 'sms':
      return await sendSms(dependencies, method, message, signal);
    case 'webhook':
      return await sendWebhook(dependencies, method, message, signal);
    default:
      return method.kind satisfies never;
  }
}

const optionsOf = ({ isPrivateAllowed, clock }: SendDependencies, signal: AbortSignal): SendOptions => ({
  isPrivateAllowed,
  now: clock.now(),
  signal,
});

async function sendPush(
  dependencies: SendDependencies,
  method: ContactMethodRow,
  { id, content, isUrgent }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, encryption, publicUrl, clock } = dependencies;
  const subscription = Subscription.parse(JSON.parse(encryption.open(method.address)));
  const { headers, body } = await pushRequest(subscription, pushText(content), {
    keys: await pushKeysOf(db, encryption),
    contact: publicUrl,
    now: clock.now(),
    ttlSeconds: pushSeconds,
    topic: encryption.hash(`topic ${id}`).toString('base64url').slice(0, 32),
    isUrgent,
  });
  const answer = await post(subscription.endpoint, headers, body, optionsOf(dependencies, signal));
  // RFC 8030, section 7.3: the subscription has ended.
  if (answer.code === 404 || answer.code === 410)
    return { kind: 'gone', error: 'The browser has ended its subscription' };
  return outcomeOf(answer, 'sent', answer.location);
}

async function sendSms(
  dependencies: SendDependencies,
  method: ContactMethodRow,
  { id, content }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, encryption } = dependencies;
  const gateway = await readGateway(db);
  if (!gateway) return { kind: 'later', error: 'No SMS gateway is connected', retryAfterMs: null };
  const to = encryption.open(method.address);
  const request = smsRequest(gateway, { to, text: smsText(content), id }, encryption);
  const options = { ...optionsOf(dependencies, signal), method: request.method };
  const answer = await post(request.url, request.headers, request.body, options);
  return outcomeOf(answer, 'sent', idFrom(answer.text, gateway, id));
}

async function sendWebhook(
  dependencies: SendDependencies,
  method: ContactMethodRow,
  { id, content }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const { encryption, clock } = dependencies;
  const body = webhookText(content);
  const secret = method.secret === null ? '' : encryption.open(method.secret);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tocsin-Webhook/1',
    'idempotency-key': id,
    'tocsin-event': content.kind,
    'tocsin-signature': signatureOf(secret, Math.floor(clock.now() / 1000), body),
  };
  const answer = await post(encryption.open(method.address), headers, body, optionsOf(dependencies, signal));
  if (answer.code === 410) return { kind: 'gone', error: 'The receiver is gone (410)' };
  // It answered for itself: nothing else will confirm it.
  return outcomeOf(answer, 'delivered', null);
}

function outcomeOf(answer: Answer, good: 'sent' | 'delivered', providerId: string | null): Outcome {
  const { code } = answer;
  if (code >= 200 && code < 300) return { kind: good, providerId };
  if (code >= 300 && code < 400)
    return { kind: 'failed', error: `It redirects (${code}), and redirects are not followed` };
  const error = `It answered ${code}`;
  const mayPass = code === 408 || code === 425 || code === 429 || code >= 500;
  return mayPass ? { kind: 'later', error, retryAfterMs: answer.retryAfterMs } : { kind: 'failed', error };
}
