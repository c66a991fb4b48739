import { linkIn, Mailbox } from '@tocsin/e2e/mailbox';
import type { Reached } from '@tocsin/e2e/reached';
import type { Receivers } from '@tocsin/e2e/receivers';
import { pause } from '../support/_pause.ts';

export const channels = ['email', 'push', 'sms', 'webhook', 'client webhook'] as const;
export type Channel = (typeof channels)[number];

/** A message about an event as it arrived. */
export interface Arrived {
  readonly channel: Channel;
  /** The same when the same message comes again. */
  readonly key: string;
  /** The portal's id of the message; null: it is a delivery of the client's webhook. */
  readonly message: number | null;
  /** Acknowledges: the token of its link, or the code of a text message. */
  readonly proof: string;
  /** Whom it reached; null: the client. */
  readonly reached: Reached | null;
}

/** Everything about events that arrived at these people and at the client's webhook, oldest first by channel. */
export async function allArrived(
  receivers: Receivers,
  mailFolder: string,
  people: readonly Reached[],
): Promise<Arrived[]> {
  const found: Arrived[] = [];
  const add = (channel: Channel, reached: Reached | null, key: string, proof: string) => {
    const id = /^(?:message-)?(\d+)/.exec(channel === 'sms' ? key : proof)?.[1];
    found.push({ channel, key, proof, reached, message: id === undefined ? null : Number(id) });
  };
  const tokenIn = (link: string): string => link.split('/acknowledge/')[1] ?? '';
  for (const reached of people)
    for (const mail of await new Mailbox(mailFolder, reached.person.email).all())
      if (mail.text.includes('/acknowledge/'))
        add('email', reached, mail.messageId, tokenIn(linkIn(mail, '/acknowledge/')));
  for (const arrival of receivers.arrivals) {
    const key = String(arrival.headers['idempotency-key']);
    if (arrival.path === '/client') add('client webhook', null, key, '');
    for (const reached of people) {
      const shown = reached.notification(arrival);
      if (shown?.kind === 'event') add('push', reached, shown.token, shown.token);
      const hook = reached.webhook(arrival);
      if (hook?.kind === 'event') add('webhook', reached, key, tokenIn(hook.url));
      const sms = reached.sms(arrival);
      const code = /Reply (\d{6}) /.exec(sms?.text ?? '')?.[1];
      if (sms && code !== undefined) add('sms', reached, sms.id, code);
    }
  }
  return found;
}

/** How receivers answer the portal; `secret` is that of the SMS gateway. */
export interface Answers {
  readonly url: string;
  readonly secret: string;
}

/** A browser confirms that it showed a notification, or the gateway reports a text as delivered. */
export async function confirm(answers: Answers, { channel, proof, key }: Arrived): Promise<void> {
  if (channel === 'push') await post(answers, 'messages/link/delivered/', { token: proof });
  if (channel === 'sms') await post(answers, 'sms-gateway/inbound/', { id: key, state: 'delivered' });
}

/** Acknowledges as the receiver of the message does; returns whether it was this that acknowledged. */
export async function acknowledge(answers: Answers, { channel, proof, reached }: Arrived): Promise<boolean> {
  if (channel === 'sms') {
    const reply = { from: reached?.number, text: `Seen ${proof}` };
    return (await post(answers, 'sms-gateway/inbound/', reply)).outcome === 'acknowledged';
  }
  return (await post(answers, 'messages/link/acknowledge/', { token: proof })).state === 'used';
}

/** An anonymous call, as a service worker, a person with a link or the gateway makes it; waits when there are too many. */
async function post({ url, secret }: Answers, path: string, body: object): Promise<Record<string, unknown>> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('sms') ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (answer.status === 204) return {};
    if (answer.ok) return (await answer.json()) as Record<string, unknown>;
    if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}
