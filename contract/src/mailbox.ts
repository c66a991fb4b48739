import { z } from 'zod';
import { staffOnly } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';

/** A mail as operators see it: queued, sent, failed or, without a mail server, stored here. */
export const MailHead = z.object({
  id: z.number(),
  kind: z.enum(['alarm', 'account', 'other']),
  to: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'mailbox', 'cancelled']),
  attempts: z.number(),
  last_error: z.string(),
  next_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type MailHead = z.infer<typeof MailHead>;

/**
 * `withheld`: addressed to a person with a higher role than the reader's, or sent and no longer stored with its
 * content.
 */
export const Mail = MailHead.extend({ html: z.string(), text: z.string(), withheld: z.boolean() });
export type Mail = z.infer<typeof Mail>;

export const endpoints = {
  list: endpoint.get('/api/v1/oem/mailbox/', {
    ...staffOnly,
    says: 'Outgoing mails, newest first',
    query: z.object({
      ...listQuery(),
      state: MailHead.shape.state.optional(),
      search: z.string().trim().max(255).optional(),
    }),
    reply: listOf(MailHead).extend({ has_mail_server: z.boolean() }),
  }),
  one: endpoint.get('/api/v1/oem/mailbox/:id/', {
    ...staffOnly,
    says: 'One mail with its content',
    reply: Mail,
  }),
} as const;
