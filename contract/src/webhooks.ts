import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { ChangeReason, RemovalReason } from './changes.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { EventType, eventLabels } from './event.ts';
import { required, Version } from './fields.ts';
import { AnyId, SiteId, TextId } from './ids.ts';
import { permissionsOn } from './permissions.ts';
import { Priority } from './priority.ts';

/** Webhooks of one client. */
export const maxWebhooks = 50;
export const maxTemplateLength = 8_000;

/** What happens to a task that was handed over to maintenance. */
const taskEvents = ['task_opened', 'task_changed', 'task_closed'] as const;
export type TaskEvent = (typeof taskEvents)[number];

/** Events that a webhook can be about, the end of a condition beside its beginning. */
export const webhookEvents = [
  'alarm_on',
  'alarm_off',
  'warning_on',
  'warning_off',
  'device_offline',
  'device_online',
  'sensor_disappeared',
  ...taskEvents,
] as const;
const WebhookEvent = z.enum(webhookEvents, 'Please select an event type.');
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const taskLabels: Readonly<Record<TaskEvent, string>> = {
  task_opened: 'Maintenance Task Opened',
  task_changed: 'Maintenance Task Changed',
  task_closed: 'Maintenance Task Closed',
};
/** What lists and messages call an event. */
export const webhookEventLabels = { ...eventLabels, ...taskLabels } as const;

export const webhookFormats = ['tocsin', 'cloudevents', 'alertmanager', 'pagerduty', 'slack', 'template'] as const;
export const WebhookFormat = z.enum(webhookFormats, 'Please select a format.');
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/** What a template may be sent as; its fields are escaped accordingly. */
export const templateTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const;
const TemplateType = z.enum(templateTypes);
export type TemplateType = z.infer<typeof TemplateType>;

/** Names that a template may use as `{{name}}`. */
export const templateFields = [
  'delivery',
  'event',
  'type',
  'label',
  'status',
  'priority',
  'summary',
  'at',
  'client',
  'location',
  'device',
  'sensor',
  'value',
  'content',
  'url',
  'task',
  'owner',
  'due',
  'comment',
] as const;
export type TemplateField = (typeof templateFields)[number];

const noTypes = 'Please select at least one event type.';
const urlText = 'Enter an address that begins with https:// or http://.';
const Url = z
  .string(urlText)
  .trim()
  .max(2_000, 'Ensure this field has no more than 2000 characters.')
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === '';
  }, `${urlText} A user and password belong into the credential.`);
const Credential = z
  .string()
  .trim()
  .max(1_000, 'Ensure this field has no more than 1000 characters.')
  // It becomes a header.
  .regex(/^[\x20-\x7e]*$/, 'Use letters, digits and signs of ASCII only.')
  .nullable();

const fields = {
  title: required('Please enter a title.', 80, 'Ensure this field has no more than 80 characters'),
  url: Url,
  event_types: z
    .array(WebhookEvent, noTypes)
    .min(1, noTypes)
    .max(webhookEvents.length)
    .refine((types) => new Set(types).size === types.length, 'Select each event type once.'),
  /** Events of this priority or a more urgent one. */
  least_priority: Priority,
  format: WebhookFormat,
  template: z
    .string()
    .max(maxTemplateLength, `Ensure this field has no more than ${maxTemplateLength} characters.`)
    .nullable(),
  content_type: TemplateType.nullable(),
  is_active: z.boolean(),
  /** It is sent nothing but what escalation policies send, and the ends of that. */
  policies_only: z.boolean(),
};

/** A new webhook. Without `location` it is about every site of the client. */
export const NewWebhook = z.object({
  ...fields,
  location: AnyId.nullable().default(null),
  least_priority: fields.least_priority.default('low'),
  format: fields.format.default('tocsin'),
  template: fields.template.default(null),
  content_type: fields.content_type.default(null),
  is_active: fields.is_active.default(true),
  policies_only: fields.policies_only.default(false),
  /** The receiver's own credential: PagerDuty's routing key, else the value of the Authorization header. */
  credential: Credential.default(null),
});
export type NewWebhook = z.infer<typeof NewWebhook>;
/** A whole webhook as a change leaves it. */
export const WebhookValues = z.object(fields);
export type WebhookValues = z.infer<typeof WebhookValues>;
export const WebhookPatch = z
  .object({ ...fields, credential: Credential })
  .partial()
  .extend({ version: Version.optional(), reason: ChangeReason });

/** Where events are sent. Neither its secret nor its credential is ever part of it. */
export const Webhook = z.object({
  id: z.number(),
  title: z.string(),
  client: z.number(),
  /** Null: every site of the client. */
  location: SiteId.nullable(),
  location_name: z.string().nullable(),
  url: z.string(),
  has_credential: z.boolean(),
  event_types: z.array(WebhookEvent),
  least_priority: Priority,
  format: WebhookFormat,
  template: z.string().nullable(),
  content_type: TemplateType.nullable(),
  is_active: z.boolean(),
  policies_only: z.boolean(),
  /** When Tocsin turned it off, because the receiver answered 410 (Gone). */
  turned_off_at: z.iso.datetime().nullable(),
  /** The receiver asked to wait until then. */
  paused_until: z.iso.datetime().nullable(),
  /** Events that were not queued, because too many deliveries were waiting. */
  dropped: z.number(),
  /** Since when its receiver has taken nothing that was sent; null once it took something, and before the first attempt. */
  failing_since: z.iso.datetime().nullable(),
  /** Why the last of these attempts failed. */
  last_error: z.string().nullable(),
  version: z.number(),
  permissions: permissionsOn('webhook'),
});
export type Webhook = z.infer<typeof Webhook>;
/** A webhook with the secret of its signature, which is shown this once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

export const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'cancelled'] as const;
/** What a delivery tells; `acknowledged` goes to formats that have a word for it (`pagerduty`). */
const DeliveryEvent = z.union([EventType, z.enum(taskEvents), z.literal('acknowledged')]);
export type DeliveryEvent = z.infer<typeof DeliveryEvent>;

/** One message to a webhook. Its id is the idempotency key of every attempt. */
export const Delivery = z.object({
  id: z.uuid(),
  /** Null: a test. */
  event: z.number().nullable(),
  event_type: DeliveryEvent,
  subject: z.string(),
  replay_of: z.uuid().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
  last_attempt_at: z.iso.datetime().nullable(),
  /** The status code of the last answer. */
  response_code: z.number().nullable(),
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

const DeliveryParams = z.object({ id: TextId, delivery: z.uuid() });

export const endpoints = {
  list: endpoint.get('/api/v1/webhooks/', {
    ...peopleAndReaders,
    says: 'Webhooks that the person manages, of the selected client or of all; by title',
    query: z.object(listQuery(200, 50)),
    reply: listOf(Webhook).extend({
      /** Whether the reader may add a webhook to the selected client. */
      may_add: z.boolean(),
    }),
  }),
  one: endpoint.get('/api/v1/webhooks/:id/', {
    may: 'webhook.change',
    programs: 'read',
    says: 'One webhook',
    reply: Webhook,
  }),
  create: endpoint.post('/api/v1/webhooks/', {
    may: 'webhook.add',
    programs: 'policies',
    on: 'selection.client',
    says: 'A new webhook of the selected client, with its secret, which is not shown again',
    body: NewWebhook,
    reply: WebhookWithSecret,
    status: 201,
  }),
  change: endpoint.patch('/api/v1/webhooks/:id/', {
    may: 'webhook.change',
    programs: 'policies',
    says: 'Changes a webhook; loosening needs `reason` where the client asks for one; 409 with `current` when another change came first',
    body: WebhookPatch,
    reply: Webhook,
  }),
  remove: endpoint.delete('/api/v1/webhooks/:id/', {
    may: 'webhook.change',
    programs: 'policies',
    says: 'Removes a webhook with its log; needs `reason` where the client asks for one',
    query: z.object({ reason: ChangeReason }),
    body: RemovalReason,
  }),
  rotate: endpoint.post('/api/v1/webhooks/:id/rotate-secret/', {
    may: 'webhook.change',
    programs: 'none',
    says: 'A new secret, which is not shown again; the former one is void at once',
    reply: WebhookWithSecret,
  }),
  deliveries: endpoint.get('/api/v1/webhooks/:id/deliveries/', {
    may: 'webhook.change',
    programs: 'read',
    says: 'Deliveries of the last 30 days, newest first',
    query: z.object({ ...listQuery(200, 20), state: z.enum(deliveryStates).optional() }),
    reply: listOf(Delivery),
  }),
  delivery: endpoint.get('/api/v1/webhooks/:id/deliveries/:delivery/', {
    may: 'webhook.change',
    programs: 'read',
    says: 'One delivery',
    params: DeliveryParams,
    reply: Delivery,
  }),
  test: endpoint.post('/api/v1/webhooks/:id/test/', {
    may: 'webhook.change',
    programs: 'none',
    says: 'Queues a test message; its delivery tells how it went',
    reply: Delivery,
    status: 201,
    perMinute: 30,
  }),
  replay: endpoint.post('/api/v1/webhooks/:id/deliveries/:delivery/replay/', {
    may: 'webhook.change',
    programs: 'none',
    says: 'Sends the body of an ended delivery again, as a new delivery with a key of its own',
    params: DeliveryParams,
    reply: Delivery,
    status: 201,
    perMinute: 30,
  }),
};
