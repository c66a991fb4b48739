import { z } from 'zod';
import { oemOnly } from './callers.ts';
import { endpoint, ListQuery, listOf, listQuery } from './endpoint.ts';
import { Version } from './fields.ts';
import { TextId } from './ids.ts';

/** What an attack on sign-ins shows itself by, as far as the audit has rows of it. */
export const securityActions = [
  'failed sign-in',
  'locked sign-in',
  'failed second factor',
  'locked second factor',
  'copied passkey',
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
  'service account',
  'e-mail rule',
  'event',
  'shelf',
  'walk test',
  'schema',
  'tab',
  'graph sensors',
  'wall display',
  'gateway credential',
  'edge',
  'device registry',
  'device type',
  'payload map',
  'topic prefix',
  'waiting messages',
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
  'audit log',
  'alarm register',
  'maintenance task',
  'rotation',
  'duty calendar',
  'override',
  'escalation policy',
  'escalation',
  'webhook',
  'contact method',
  'SMS gateway',
] as const;
export const auditActions = [
  'create',
  'change',
  'remove',
  'restore',
  'suspend',
  'reactivate',
  'take out of service',
  'extend out of service',
  'return to service',
  'exchange',
  'import',
  'publish',
  'acknowledge',
  'notify now',
  'download incident pack',
  'shelve',
  'extend shelf',
  'end shelf',
  'arm',
  'skip',
  'sign',
  'change sensor names',
  'change sensor types',
  'change sensor images',
  'change warnings',
  'propose warnings',
  'decline warnings',
  'change handover mails',
  'change responses',
  'copy settings',
  'take template',
  'roll out template',
  'undo copied settings',
  'approve',
  'fix notifications',
  'test',
  'replay',
  'maintenance test: start',
  'maintenance test: cancel',
  'maintenance test: comment',
  'daily round',
  'print labels',
  'take over',
  'note',
  'hand over',
  'close',
  'assign owner',
  'confirm by design',
  'change protection setting',
  'issue certificate',
  'dismiss suspicion',
  'restore suspicion',
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
  'add passkey',
  'remove passkey',
  'revoke',
  'add key',
  'adopt',
  'confirm',
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

const daysText = (least: number, most: number): string => `Enter a whole number of days from ${least} to ${most}`;
const days = (least: number, most: number) => {
  const text = daysText(least, most);
  return z.number(text).int(text).min(least, text).max(most, text).nullable();
};

/** How long rows and full addresses are kept, and how far the chain is sealed. */
export const AuditSettings = z.object({
  /** Days after which an IP address is shortened; null: never. */
  address_days: z.number().nullable(),
  /** Days after which whole sealed days are removed; null: never. */
  retention_days: z.number().nullable(),
  version: z.number(),
  sealed_rows: z.number(),
  /** Rows that the next minute's run seals. */
  unsealed_rows: z.number(),
});
export type AuditSettings = z.infer<typeof AuditSettings>;
export const AuditSettingsPatch = z
  .object({ address_days: days(1, 3_650), retention_days: days(30, 36_500), version: Version })
  .partial();
export type AuditSettingsPatch = z.infer<typeof AuditSettingsPatch>;

/** The last hash of a finished day. */
export const AuditHead = z.object({
  /** UTC day. */
  day: z.iso.date(),
  last_row: z.number(),
  rows: z.number(),
  /** First 128 bits of the hash, as the heartbeat e-mail shows them. */
  value: z.string(),
  /** When retention removed the day's rows; null: they are there. */
  removed_at: z.iso.datetime().nullable(),
});
export type AuditHead = z.infer<typeof AuditHead>;

export const endpoints = {
  settings: endpoint.get('/api/v1/audit/settings/', {
    ...oemOnly,
    says: 'How long the audit log and its full IP addresses are kept, and how far its chain is sealed',
    reply: AuditSettings,
  }),
  changeSettings: endpoint.patch('/api/v1/audit/settings/', {
    may: 'superuser',
    account: false,
    says: 'Change how long the audit log and its full IP addresses are kept; null: without end',
    body: AuditSettingsPatch,
    reply: AuditSettings,
  }),
  heads: endpoint.get('/api/v1/audit/heads/', {
    ...oemOnly,
    says: 'Check values of the finished days of the audit log, newest first',
    query: ListQuery,
    reply: listOf(AuditHead),
  }),
  chain: endpoint.get('/api/v1/audit/chain/', {
    ...oemOnly,
    says: 'The sealed audit log of all clients as lines of JSON, for `npm run tocsin -- audit verify FILE`',
    sends: 'application/x-ndjson',
    perMinute: 6,
  }),
  list: endpoint.get('/api/v1/audit/', {
    may: 'clients.list',
    account: false,
    programs: 'none',
    says: 'Changes by persons, newest first; account managers see those of their clients',
    query: AuditQuery,
    reply: listOf(AuditRow),
  }),
  export: endpoint.get('/api/v1/audit/export/', {
    may: 'clients.list',
    account: false,
    programs: 'none',
    says: 'The same rows as CSV',
    query: AuditFilter,
    sends: 'text/csv',
  }),
} as const;
