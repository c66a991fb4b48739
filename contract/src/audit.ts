import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { TextId } from './ids.ts';

/** What an attack on sign-ins shows itself by, as far as the audit has rows of it. */
export const securityActions = [
  'failed sign-in',
  'locked sign-in',
  'failed second factor',
  'locked second factor',
  'reset asked',
  'refused reset',
  'refused token',
] as const;

/** The kinds of things that a row can be about, and what can be done to them: what one may look for. */
export const auditSubjects = [
  'client',
  'site',
  'device',
  'person',
  'membership',
  'session',
  'api key',
  'e-mail rule',
  'event',
  'schema',
  'tab',
  'graph sensors',
  'wall display',
  'gateway credential',
  'device registry',
  'operator settings',
  'static page',
  'RSS feeds',
  'first steps',
  'second factor of staff',
  'alive mail',
  'demo request',
  'feedback',
  'invitation',
  'security',
] as const;
export const auditActions = [
  'create',
  'change',
  'remove',
  'restore',
  'suspend',
  'reactivate',
  'exchange',
  'import',
  'publish',
  'acknowledge',
  'change sensor names',
  'change sensor types',
  'change sensor images',
  'change warnings',
  'fix notifications',
  'maintenance test: start',
  'maintenance test: cancel',
  'maintenance test: comment',
  'invite',
  'accept',
  'decline',
  'add to client',
  'send activation',
  'accept terms',
  'activate',
  'sign in',
  'sign out',
  'end session',
  'end other sessions',
  'end sessions',
  'ask for reset',
  'reset password',
  'change password',
  'ask for e-mail change',
  'begin 2FA setup',
  'complete 2FA setup',
  'verify 2FA',
  'disable 2FA',
  'revoke',
  'create link',
  'open',
  'end',
  'send test e-mail',
  ...securityActions,
] as const;

/** One change by a person: who, what, when, from where, old and new value. Append-only. */
export const AuditRow = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  user: z.number().nullable(),
  user_name: z.string(),
  address: z.string(),
  client: z.number().nullable(),
  location: z.number().nullable(),
  device: z.number().nullable(),
  /** 'create', 'change', 'remove', 'suspend', ... */
  action: z.string(),
  /** What kind of thing, and which. */
  subject: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  /** Only the fields that the change touched; null where there was nothing before or after. */
  old: z.record(z.string(), z.unknown()).nullable(),
  new: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const filters = {
  /** Absent: the selected client; operator staff without one see all. */
  client: TextId.optional(),
  location: TextId.optional(),
  device: TextId.optional(),
  user: TextId.optional(),
  subject: z.string().max(60).optional(),
  action: z.string().max(60).optional(),
  search: z.string().trim().max(255).optional(),
  /** Days or moments, both included. */
  date_from: z.iso
    .date()
    .or(z.iso.datetime({ offset: true }))
    .optional(),
  date_to: z.iso
    .date()
    .or(z.iso.datetime({ offset: true }))
    .optional(),
};
export const AuditFilter = z.object(filters);
export type AuditFilter = z.infer<typeof AuditFilter>;
export const AuditQuery = z.object({ ...listQuery(), ...filters });
export type AuditQuery = z.infer<typeof AuditQuery>;

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit/',
    may: 'clients.list',
    says: 'Changes by persons, newest first; account managers see those of their clients',
    query: AuditQuery,
    reply: listOf(AuditRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/audit/export/',
    may: 'clients.list',
    says: 'The same rows as CSV',
    query: AuditFilter,
    sends: 'text/csv',
  }),
} as const;
