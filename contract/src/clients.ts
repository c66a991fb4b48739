import { z } from 'zod';
import { staffOnly } from './callers.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { AcknowledgedKind, acknowledgedKinds } from './event.ts';
import { optional, optionalEmail, required, requiredEmail, requiredText, Version } from './fields.ts';
import { ClientId } from './ids.ts';
import { permissionsOn } from './permissions.ts';

const number = z.coerce.number('Please input your number').int('Please input your number').min(1).max(2_147_483_647);

const fields = {
  number: z.preprocess((v) => (v === '' || v === null ? undefined : v), number),
  company: required('Please input your company'),
  address: requiredText('Please input your address'),
  phone: required('Please input your phone number'),
  full_name: required('Please input your name'),
  email: requiredEmail(),
  alternative_name: optional(),
  alternative_email: optionalEmail(),
  alternative_phone: optional(),
};

/** Without repetitions, in a fixed order, so that equal choices are equal. */
const AcknowledgedKinds = z
  .array(AcknowledgedKind)
  .max(10)
  .transform((kinds) => acknowledgedKinds.filter((kind) => kinds.includes(kind)));

/** A new client. */
export const ClientInput = z.object({
  ...fields,
  is_active: z.boolean().default(true),
  is_2fa_required: z.boolean().default(false),
  acknowledged_kinds: AcknowledgedKinds.default([]),
  changes_need_reason: z.boolean().default(true),
  changes_need_approval: z.boolean().default(false),
  own_devices: z.boolean().default(true),
});
export type ClientInput = z.infer<typeof ClientInput>;

/** A change contains only changed fields; the `id` that the specification adds is ignored. */
export const ClientPatch = z
  .object({
    ...fields,
    is_active: z.boolean(),
    is_2fa_required: z.boolean(),
    acknowledged_kinds: AcknowledgedKinds,
    changes_need_reason: z.boolean(),
    changes_need_approval: z.boolean(),
    own_devices: z.boolean(),
  })
  .partial()
  .extend({ id: z.number().optional(), version: Version.optional() });
export type ClientPatch = z.infer<typeof ClientPatch>;

/** A client as operator staff see it. */
export const Client = z.object({
  id: ClientId,
  number: z.number(),
  company: z.string(),
  address: z.string(),
  phone: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  alternative_name: z.string(),
  alternative_email: z.string(),
  alternative_phone: z.string(),
  is_2fa_required: z.boolean(),
  /** Events that need acknowledgement beside alarms. Applies to events that begin after a change. */
  acknowledged_kinds: z.array(AcknowledgedKind),
  /** Loosening or removing a limit, rule, policy or channel needs a reason. On for new clients. */
  changes_need_reason: z.boolean(),
  /** Such a change of warning rules waits until another person has approved it. */
  changes_need_approval: z.boolean(),
  /** Its people may add devices of open types and make types of their own. Operator staff change it. */
  own_devices: z.boolean(),
  /** Address of its logo picture, null when it has none. */
  logo: z.string().nullable(),
  date_created: z.iso.datetime(),
  version: z.number(),
  /** Time of removal; null except in the list of removed clients. */
  removed_at: z.iso.datetime().nullable(),
  permissions: permissionsOn('client'),
});
export type Client = z.infer<typeof Client>;

/** How a client stands, in what the reader sees of it. */
export const ClientStanding = z.object({
  /** Active ones. */
  alarms: z.number().int(),
  warnings: z.number().int(),
  /** What needs an acknowledgement and has none, active or cleared; and the cleared of these, the bell's second number. */
  unacknowledged: z.number().int(),
  cleared: z.number().int(),
  devices: z.number().int(),
  /** Devices that have reported before and are silent now. */
  offline: z.number().int(),
  /** Arrival of the newest frame; null: never. */
  last_frame_at: z.iso.datetime().nullable(),
  /** What does not protect and needs somebody; null unless asked for with `needs`. */
  needs: z.number().int().nullable(),
});
export type ClientStanding = z.infer<typeof ClientStanding>;

/** A client of the list, with how it stands if asked for. */
export const ListedClient = Client.extend({ standing: ClientStanding.optional() });
export type ListedClient = z.infer<typeof ListedClient>;

/** Sortable columns of the list. */
export const clientColumns = ['number', 'email', 'full_name', 'company', 'address', 'phone', 'date_created'] as const;

export const ClientListQuery = z.object({
  ...listQuery(),
  q: z.string().trim().max(255).optional(),
  /** `worst`: alarms, what nobody acknowledged, warnings, silent devices; then by company. */
  ordering: z.enum(['worst' as const, ...clientColumns.flatMap((c) => [c, `-${c}` as const])]).default('company'),
  /** Says of each client how it stands. */
  standing: QueryFlag.default(false),
  /** With `standing`: counts also what needs somebody, which takes longer. */
  needs: QueryFlag.default(false),
  is_active: QueryFlag.optional(),
  removed: QueryFlag.default(false),
});
export type ClientListQuery = z.infer<typeof ClientListQuery>;

/** `cascade=true` also removes what the thing contains; without it 409 names that. */
export const RemovalQuery = z.object({ cascade: QueryFlag.default(false) });

/** Body of a 409 on removal, beside its `detail`. */
export const RemovalBlock = z.object({
  detail: z.string(),
  sites: z.number(),
  devices: z.number(),
  schemas: z.array(z.string()),
});
export type RemovalBlock = z.infer<typeof RemovalBlock>;

/** A client number that is still free, for the form. */
export const NextNumber = z.object({ number: z.number() });

export const endpoints = {
  list: endpoint.get('/api/v1/clients/', {
    may: 'clients.list',
    account: false,
    programs: 'read',
    says: 'Clients that the person may see, with search (`q`), order and paging, and how each stands (`standing`)',
    query: ClientListQuery,
    reply: listOf(ListedClient),
  }),
  nextNumber: endpoint.get('/api/v1/clients/get-next-number/', {
    may: 'staff',
    account: false,
    programs: 'read',
    says: 'The account number that the next client is offered',
    reply: NextNumber,
  }),
  create: endpoint.post('/api/v1/clients/', {
    may: 'staff',
    account: false,
    programs: 'plant',
    says: 'A new client; its contact person becomes account manager and gets the activation mail and a first rule',
    body: ClientInput,
    reply: Client,
    status: 201,
  }),
  one: endpoint.get('/api/v1/clients/:id/', {
    may: 'client.see',
    programs: 'read',
    says: 'One client',
    reply: Client,
  }),
  change: endpoint.patch('/api/v1/clients/:id/', {
    may: 'client.change',
    programs: 'plant',
    says: 'Change a client',
    body: ClientPatch,
    reply: Client,
  }),
  remove: endpoint.delete('/api/v1/clients/:id/', {
    may: 'client.remove',
    programs: 'plant',
    says: 'Remove a client; 409 with what lies below it, unless `cascade=true`',
    query: RemovalQuery,
  }),
  restore: endpoint.post('/api/v1/clients/:id/restore/', {
    ...staffOnly,
    says: 'Bring a removed client back, with what was removed along with it, within 30 days',
    reply: Client,
  }),
  select: endpoint.post('/api/v1/clients/:id/select/', {
    may: 'client.see',
    programs: 'none',
    says: 'Make it the client that new tabs start from',
    reply: Client,
  }),
  logo: endpoint.put('/api/v1/clients/:id/logo/', {
    may: 'client.change',
    programs: 'none',
    says: 'Its logo: PNG, JPEG, WebP, GIF or SVG (cleaned), multipart field `file`; at most 512 KiB',
    multipart: true,
    maxBytes: 600 * 1024,
    reply: Client,
  }),
  removeLogo: endpoint.delete('/api/v1/clients/:id/logo/', {
    may: 'client.change',
    programs: 'none',
    says: 'Back to the default logo',
  }),
  showLogo: endpoint.get('/api/v1/clients/:id/logo/', {
    may: 'anyone',
    says: 'The picture itself',
    sends: 'image/*',
  }),
} as const;
