import type { TemplateType } from '@tocsin/contract/webhooks';
import { z } from 'zod';
import type { Encryption } from '../../../platform/encryption.ts';
import { escaped } from '../escaped.ts';
import type { SmsGatewayRow } from './store-gateway.ts';

interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Ours, which a gateway without ids of its own may send back. */
  readonly id: string;
}

export const Headers = z.array(z.object({ name: z.string(), value: z.string() }));

const fill = (template: string, sms: Sms, type: TemplateType): string =>
  template.replaceAll(/\{\{(to|text|id)\}\}/g, (whole, name: string) =>
    name === 'to' || name === 'text' || name === 'id' ? escaped(sms[name], type) : whole,
  );

/** The request that hands a text to the gateway. */
export const smsRequest = (gateway: SmsGatewayRow, sms: Sms, encryption: Encryption) => ({
  // Values in an address are encoded, whatever the body is.
  url: fill(gateway.url, sms, 'application/x-www-form-urlencoded'),
  method: gateway.method,
  headers: {
    ...Object.fromEntries(
      Headers.parse(JSON.parse(encryption.open(gateway.headers))).map(({ name, value }) => [name.toLowerCase(), value]),
    ),
    ...(gateway.method === 'GET' ? {} : { 'content-type': gateway.content_type }),
    'idempotency-key': sms.id,
  },
  body: fill(gateway.body, sms, gateway.content_type),
});

/** The value at a path such as `messages.0.id` as text; null: there is none. */
export function valueAt(source: unknown, path: string): string | null {
  let value: unknown = source;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : null;
}

/** The gateway's id of a message from its answer; ours when it tells none. */
export function idFrom(answer: string, gateway: Pick<SmsGatewayRow, 'id_field'>, ours: string): string {
  if (gateway.id_field === '') return ours;
  try {
    return valueAt(JSON.parse(answer), gateway.id_field) ?? ours;
  } catch {
    return ours;
  }
}

/** A template's first mistake, as a sentence; null: none. */
export function smsTemplateMistake({
  url,
  body,
  method,
  content_type,
}: Pick<SmsGatewayRow, 'url' | 'body' | 'method' | 'content_type'>): string | null {
  const whole = method === 'GET' ? url : `${url}\n${body}`;
  for (const name of ['to', 'text']) if (!whole.includes(`{{${name}}}`)) return `The template lacks {{${name}}}.`;
  const unknown = [...whole.matchAll(/\{\{([^{}]{0,40})\}\}/g)].find(
    ([, name = '']) => !['to', 'text', 'id'].includes(name),
  );
  if (unknown) return `There is no field '${unknown[1]}'. Fields are: to, text, id.`;
  if (content_type !== 'application/json' || method === 'GET') return null;
  try {
    JSON.parse(fill(body, { to: '+491', text: 'a "b"', id: '1' }, content_type));
    return null;
  } catch {
    return 'Filled in, the body is not valid JSON. Put each field within double quotes.';
  }
}
