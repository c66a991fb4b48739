import { z } from 'zod';
import { oemOnly } from './callers.ts';
import { endpoint } from './endpoint.ts';
import { Version } from './fields.ts';
import { line } from './line.ts';
import { templateTypes } from './webhooks.ts';

const field = line().max(100, 'Ensure this field has no more than 100 characters.');
const states = z.array(line().min(1).max(40)).max(20);
const values = {
  /** With `{{to}}`, `{{text}}` and `{{id}}`, encoded for a query. */
  url: z
    .string()
    .trim()
    .max(2_000, 'Ensure this field has no more than 2000 characters.')
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      return url !== null && ['https:', 'http:'].includes(url.protocol) && !url.host.includes('{');
    }, 'Enter an address that begins with https:// or http://.'),
  method: z.enum(['POST', 'PUT', 'GET']),
  body: z.string().max(8_000, 'Ensure this field has no more than 8000 characters.'),
  content_type: z.enum(templateTypes),
  /** Where the answer (JSON) has the gateway's id, such as `messages.0.id`; empty: the id is ours. */
  id_field: field,
  from_field: field,
  text_field: field,
  report_id_field: field,
  report_state_field: field,
  delivered_states: states,
  failed_states: states,
};
const Headers = z
  .array(
    z.object({
      name: z.string().regex(/^[\w-]{1,60}$/, 'A header has letters, digits and hyphens.'),
      value: z
        .string()
        .max(1_000)
        .regex(/^[\x20-\x7e]*$/, 'Use letters, digits and signs of ASCII only.'),
    }),
  )
  .max(20, 'At most 20 headers.');

/** How the operator's SMS gateway is called. Values of headers are never shown again. */
export const SmsGateway = z.object({ ...values, header_names: z.array(z.string()), version: z.number() });
export type SmsGateway = z.infer<typeof SmsGateway>;
export const SmsGatewayInput = z.object({
  ...values,
  method: values.method.default('POST'),
  content_type: values.content_type.default('application/json'),
  id_field: values.id_field.default(''),
  from_field: values.from_field.default('from'),
  text_field: values.text_field.default('text'),
  report_id_field: values.report_id_field.default('id'),
  report_state_field: values.report_state_field.default('state'),
  delivered_states: values.delivered_states.default(['delivered']),
  failed_states: values.failed_states.default(['failed', 'undelivered', 'rejected', 'expired']),
  /** Omitted: the stored ones stay. */
  headers: Headers.optional(),
  version: Version.optional(),
});
export type SmsGatewayInput = z.infer<typeof SmsGatewayInput>;

const Inbound = z.object({ outcome: z.enum(['acknowledged', 'noted', 'ignored']) });

export const endpoints = {
  read: endpoint.get('/api/v1/sms-gateway/', {
    ...oemOnly,
    says: 'The SMS gateway; null: none is connected',
    reply: z.object({ gateway: SmsGateway.nullable() }),
  }),
  put: endpoint.put('/api/v1/sms-gateway/', {
    ...oemOnly,
    says: 'Connect the SMS gateway or change it; the first time with the secret that signs its replies, shown this once',
    body: SmsGatewayInput,
    reply: z.object({ gateway: SmsGateway, secret: z.string().optional() }),
  }),
  remove: endpoint.delete('/api/v1/sms-gateway/', {
    ...oemOnly,
    says: 'Disconnect the SMS gateway; numbers stay and receive nothing',
  }),
  rotate: endpoint.post('/api/v1/sms-gateway/rotate-secret/', {
    ...oemOnly,
    perMinute: 10,
    says: 'A new secret for the replies of the SMS gateway; the old one ends at once',
    reply: z.object({ secret: z.string() }),
  }),
  inbound: endpoint.post('/api/v1/sms-gateway/inbound/', {
    may: 'anyone',
    perMinute: 600,
    says: 'The SMS gateway: a reply or a delivery report, signed like our webhooks, or with the secret as bearer or password',
    body: z.record(z.string(), z.unknown()),
    takesUrlForms: true,
    reply: Inbound,
  }),
  inboundQuery: endpoint.get('/api/v1/sms-gateway/inbound/', {
    may: 'anyone',
    perMinute: 600,
    says: 'The same for a gateway that can only fetch an address, such as Kannel: the fields are in the query',
    query: z.looseObject({}),
    reply: Inbound,
  }),
} as const;
