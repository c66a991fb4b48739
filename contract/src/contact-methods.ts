import { z } from 'zod';
import { endpoint, listOf } from './endpoint.ts';
import { required } from './fields.ts';
import { ClientId } from './ids.ts';
import { OwnProof } from './passkeys.ts';
import { Priority } from './priority.ts';

/** Methods of one person beside the mail address. */
export const maxContactMethods = 20;
/** Digits of the code that verifies a number or a webhook. */
export const codeLength = 6;
/** Days without a confirmation after which a browser is marked. */
export const silentAfterDays = 8;

export const contactKinds = ['push', 'sms', 'webhook'] as const;
const ContactKind = z.enum(contactKinds);
export type ContactKind = z.infer<typeof ContactKind>;

/** A way to reach a person. Its address is never part of it. */
export const ContactMethod = z.object({
  id: z.number(),
  kind: ContactKind,
  /** The browser's name, the end of a number, or the host of a webhook. */
  title: z.string(),
  /** Events of this priority or a more urgent one. */
  least_priority: Priority,
  /** `ended`: its receiver said that it is gone. */
  state: z.enum(['unverified', 'verified', 'ended']),
  /** Held back since a reset of the password, whatever its state, until the caller confirms it by `keep`. */
  held_at: z.iso.datetime().nullable().optional(),
  verified_at: z.iso.datetime().nullable(),
  /** The last proof that a message arrived. */
  confirmed_at: z.iso.datetime().nullable(),
  /** No proof for eight days, of a browser that is verified. */
  is_silent: z.boolean(),
  /** Why the last message failed, in English; null: it did not. */
  error: z.string().nullable(),
  failed_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type ContactMethod = z.infer<typeof ContactMethod>;

const timeText = 'Enter a time of day such as 22:00.';
const TimeOfDay = z.string(timeText).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeText);
export const QuietHours = z
  .object({
    begins: TimeOfDay,
    ends: TimeOfDay,
    /** IANA zone. */
    timezone: z.string().refine((zone) => {
      try {
        return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
      } catch {
        return false;
      }
    }, 'Please select a timezone.'),
  })
  .refine(({ begins, ends }) => begins !== ends, { path: ['ends'], message: 'Enter another time than the beginning.' });
export type QuietHours = z.infer<typeof QuietHours>;

const urlText = 'Enter an address that begins with https:// or http://.';
const Url = z
  .string(urlText)
  .trim()
  .max(2_000, 'Ensure this field has no more than 2000 characters.')
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === '';
  }, urlText);
const Title = required('Please enter a name.', 60, 'Ensure this field has no more than 60 characters.');
const numberText = 'Enter the number with its country code, such as +49 151 23456789.';
/** E.164 without the spaces and hyphens that people write. */
export const PhoneNumber = z
  .string(numberText)
  .max(40, numberText)
  .transform((text) => text.replaceAll(/[\s()./-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, numberText));

const base64url = z.string().regex(/^[\w-]+=*$/);
/** What a browser returns when it subscribes (Push API, section 8.1). */
const Subscription = z.object({
  endpoint: Url,
  keys: z.object({ p256dh: base64url.max(120), auth: base64url.max(60) }),
});

export const NewContactMethod = z.discriminatedUnion('kind', [
  OwnProof.extend({ kind: z.literal('push'), title: Title, subscription: Subscription }),
  OwnProof.extend({ kind: z.literal('sms'), number: PhoneNumber }),
  OwnProof.extend({ kind: z.literal('webhook'), url: Url }),
]);
export type NewContactMethod = z.infer<typeof NewContactMethod>;

/** Whether a test or a code was handed over, and why not. */
const Handed = z.object({ is_sent: z.boolean(), error: z.string().nullable() });
export type Handed = z.infer<typeof Handed>;

const Token = z.object({ token: z.string().trim().min(1).max(200) });

export const endpoints = {
  list: endpoint.get('/api/v1/contact-methods/', {
    may: 'person',
    account: 'client',
    says: 'How the caller is reached beside e-mail, and what this installation offers',
    reply: listOf(ContactMethod).extend({
      /** The mail address, which always receives messages. */
      email: z.string(),
      /** When a mail of an alarm was last opened by its link or acknowledged. */
      email_confirmed_at: z.iso.datetime().nullable(),
      /** VAPID public key, base64url; null: the portal's address is neither HTTPS nor localhost. */
      push_key: z.string().nullable(),
      /** Whether the operator has connected an SMS gateway. */
      has_sms: z.boolean(),
      quiet_hours: QuietHours.nullable(),
      /** The client whose provider the caller signed in at: they see and add methods for its messages only. */
      only_client: z.object({ id: ClientId, title: z.string() }).nullable(),
      /** Until then a session of a provider may add methods; null: not before a new sign-in at the provider. */
      proven_until: z.iso.datetime().nullable(),
    }),
  }),
  create: endpoint.post('/api/v1/contact-methods/', {
    may: 'person',
    account: 'client',
    perMinute: 20,
    says: 'Add a way to be reached, with the password or a passkey, or within five minutes of a sign-in at the provider; a code or a notification is sent there, and nothing else until it is verified',
    body: NewContactMethod,
    reply: ContactMethod.extend({
      /** Signs the messages of a webhook; shown this once. */
      secret: z.string().optional(),
      sent: Handed,
    }),
    status: 201,
  }),
  sendCode: endpoint.post('/api/v1/contact-methods/:id/code/', {
    may: 'person',
    account: 'client',
    perMinute: 10,
    says: 'Send the code or the notification that verifies a method once more',
    reply: Handed,
  }),
  verify: endpoint.post('/api/v1/contact-methods/:id/verify/', {
    may: 'person',
    account: 'client',
    perMinute: 20,
    says: 'Verify a number or a webhook by the code that was sent there',
    body: z.object({ code: z.string().trim().min(1, 'Please enter the code.').max(20) }),
    reply: ContactMethod,
  }),
  test: endpoint.post('/api/v1/contact-methods/:id/test/', {
    may: 'person',
    account: 'client',
    perMinute: 10,
    says: 'Send a test message by a verified method',
    reply: Handed,
  }),
  testEmail: endpoint.post('/api/v1/contact-methods/test-email/', {
    may: 'person',
    account: true,
    perMinute: 10,
    says: "Send a test message to the caller's mail address",
    status: 202,
    reply: z.object({ is_queued: z.literal(true) }),
  }),
  change: endpoint.patch('/api/v1/contact-methods/:id/', {
    may: 'person',
    account: 'client',
    says: 'Change the name of a method, or the least priority of what it receives',
    body: z.object({ title: Title, least_priority: Priority }).partial(),
    reply: ContactMethod,
  }),
  keep: endpoint.post('/api/v1/contact-methods/:id/keep/', {
    may: 'person',
    account: true,
    perMinute: 20,
    says: 'Confirm a method that a reset of the password holds back, with the password or a passkey',
    body: OwnProof,
    reply: ContactMethod,
  }),
  remove: endpoint.delete('/api/v1/contact-methods/:id/', {
    may: 'person',
    account: 'client',
    says: 'Remove a method; what waits for it is not sent',
  }),
  setQuietHours: endpoint.put('/api/v1/quiet-hours/', {
    may: 'person',
    account: true,
    says: 'Hours in which messages of low and medium priority wait for nobody: push, SMS and webhook leave them out',
    body: z.object({ quiet_hours: QuietHours.nullable() }),
    reply: z.object({ quiet_hours: QuietHours.nullable() }),
  }),
  confirm: endpoint.post('/api/v1/contact-methods/confirm/', {
    may: 'anyone',
    perMinute: 60,
    says: "A browser's service worker: a notification was shown or pressed; pressing verifies",
    body: Token.extend({ is_pressed: z.boolean().default(false) }),
  }),
} as const;
