import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Priority } from './priority.ts';

export const messageStates = [
  'pending',
  'sending',
  'sent',
  'delivered',
  'opened',
  'acknowledged',
  'failed',
  'cancelled',
] as const;
/** From the moment a message is due until its receiver acknowledged. */
export const MessageState = z.enum(messageStates);
export type MessageState = z.infer<typeof MessageState>;

export const messageMethods = ['email', 'push', 'sms', 'webhook'] as const;
export const MessageMethod = z.enum(messageMethods);
export type MessageMethod = z.infer<typeof MessageMethod>;

const Token = z.object({ token: z.string().trim().min(1).max(200) });

/** What the page of a message's link shows. */
export const LinkedMessage = z.object({
  /** Whom the message was sent to. */
  to: z.string(),
  /** It was sent by a live-fire test of a policy, and nothing is wrong. */
  is_test: z.boolean(),
  event: z.object({
    what: z.string(),
    client: z.string(),
    site: z.string(),
    device: z.string(),
    sensor: z.string().nullable(),
    priority: Priority.nullable(),
    at: z.iso.datetime(),
    /** IANA zone of the site. */
    timezone: z.string(),
    is_active: z.boolean(),
  }),
  /** `open`: the button acknowledges. `used`: this message's receiver acknowledged by it. */
  state: z.enum(['open', 'used', 'acknowledged', 'expired']),
  acknowledged: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type LinkedMessage = z.infer<typeof LinkedMessage>;

export const endpoints = {
  linked: endpoint.post('/api/v1/messages/link/', {
    may: 'anyone',
    perMinute: 60,
    says: 'What a message is about, by its one-use link; acknowledges nothing',
    body: Token,
    reply: LinkedMessage,
  }),
  delivered: endpoint.post('/api/v1/messages/link/delivered/', {
    may: 'anyone',
    perMinute: 120,
    says: "A browser's service worker: the notification of a message was shown",
    body: Token,
  }),
  acknowledgeLinked: endpoint.post('/api/v1/messages/link/acknowledge/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Acknowledge the event of a message by its one-use link, as its receiver; once, within 24 hours',
    body: Token.extend({ comment: z.string().trim().max(1_500).default('') }),
    reply: LinkedMessage,
  }),
} as const;
