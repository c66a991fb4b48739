import { randomInt } from 'node:crypto';
import { Api } from './api.ts';
import { BrowserKeys } from './browser-keys.ts';
import type { Person } from './plant.ts';
import type { Arrival, Receivers } from './receivers.ts';

interface PersonalWebhook {
  readonly kind: string;
  readonly url: string;
  /** In the message that verifies the webhook. */
  readonly verification_code?: string;
}

/** A person with contact methods besides e-mail: push, SMS and a webhook. Finds their messages among arrivals. */
export interface Reached {
  readonly person: Person;
  readonly number: string;
  /** The push notification in an arrival; null if it is no push message to the person. */
  notification(arrival: Arrival): { readonly kind: string; readonly token: string } | null;
  /** The webhook message in an arrival; null if it is none to the person. */
  webhook(arrival: Arrival): PersonalWebhook | null;
  /** The SMS in an arrival at the gateway; null if it is none to the person. */
  sms(arrival: Arrival): { readonly id: string; readonly text: string } | null;
}

/** Sets the receivers' path /sms as the operator's SMS gateway; resolves with the secret that signs its callbacks. */
export async function connectGateway(admin: Api, receivers: Receivers): Promise<string> {
  const { secret } = await admin.call<{ secret: string }>('PUT', 'sms-gateway/', {
    url: `${receivers.url}/sms`,
    body: '{"to":"{{to}}","text":"{{text}}","id":"{{id}}"}',
  });
  return secret;
}

/** Adds a browser, a verified number and a verified webhook to a person; the gateway must be connected. */
export async function reach(url: string, person: Person, receivers: Receivers): Promise<Reached> {
  const own = await Api.signIn(url, person.email, person.password);
  const keys = new BrowserKeys();
  const number = `+4915${randomInt(10 ** 8, 10 ** 9)}`;
  const paths = { push: `/push/${person.id}`, hook: `/hook/${person.id}` };
  const reached: Reached = {
    person,
    number,
    notification: ({ path, body }) => (path === paths.push ? JSON.parse(keys.decrypt(body)) : null),
    webhook: ({ path, body }) => (path === paths.hook ? JSON.parse(body.toString()) : null),
    sms({ path, body }) {
      if (path !== '/sms') return null;
      const sms = JSON.parse(body.toString());
      return sms.to === number ? sms : null;
    },
  };
  const { password } = person;
  const add = (method: object) => postWithRetry<{ id: number }>(own, 'contact-methods/', { ...method, password });
  const find = async <T>(read: (arrival: Arrival) => T | null): Promise<T> => {
    const value = read(await receivers.first((arrival) => read(arrival) !== null));
    if (value === null) throw new Error('the arrival is not a webhook message to the person');
    return value;
  };
  const subscription = { endpoint: `${receivers.url}${paths.push}`, keys: keys.shared };
  await add({ kind: 'push', title: 'Browser', subscription });
  const { token } = await find(reached.notification);
  await postWithRetry(own, 'contact-methods/confirm/', { token, is_pressed: true });
  const sms = await add({ kind: 'sms', number });
  const code = /\b\d{6}\b/.exec((await find(reached.sms)).text)?.[0];
  await postWithRetry(own, `contact-methods/${sms.id}/verify/`, { code });
  const webhook = await add({ kind: 'webhook', url: `${receivers.url}${paths.hook}` });
  const check = await find(reached.webhook);
  await postWithRetry(own, `contact-methods/${webhook.id}/verify/`, { code: check.verification_code });
  return reached;
}

/** Posts; after a 429, retries once Retry-After has passed. */
export async function postWithRetry<T>(api: Api, path: string, body: object): Promise<T> {
  for (;;) {
    const answer = await api.send('POST', path, body);
    const text = await answer.text();
    if (answer.ok) return text === '' ? (null as T) : (JSON.parse(text) as T);
    if (answer.status !== 429) throw new Error(`POST ${path}: ${answer.status} ${text.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)));
  }
}
