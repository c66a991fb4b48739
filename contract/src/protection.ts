import { z } from 'zod';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { AnyId, SiteId } from './ids.ts';
import { line } from './line.ts';
import { permissionsOn } from './permissions.ts';

/** Why a sensor is suspected dead; of several reasons the first holds. */
export const suspicionKinds = ['sentinel', 'copy', 'flat', 'start', 'contact'] as const;
export const SuspicionKind = z.enum(suspicionKinds);
export type SuspicionKind = z.infer<typeof SuspicionKind>;
/** What reports call the reasons. */
export const suspicionWords: Readonly<Record<SuspicionKind, string>> = {
  sentinel: 'sends a value that stands for a fault',
  copy: 'copies another sensor',
  flat: 'does not change while its neighbours do',
  start: 'does not move when the machine starts',
  contact: 'contact without a change and without a passed test',
};

/** A named neighbour, with the range of its values (displayed unit) while the sensor did not move. */
const Neighbour = z.object({ path: z.string(), name: z.string(), min: z.number(), max: z.number() });

/**
 * What the nightly scan of history saw: numbers for the sentence, and hourly values for a graph. Values are in the
 * displayed unit; null: no value in that hour.
 */
export const Evidence = z.object({
  kind: SuspicionKind,
  unit: z.string(),
  /** The constant value; null when the sensor moves. */
  value: z.number().nullable(),
  /** Running hours (flat, copy), hours (sentinel) or days (contact) for which it has lasted. */
  amount: z.number(),
  /** Consecutive starts of the machine without a response. */
  starts: z.number(),
  neighbours: z.array(Neighbour).max(3),
  graph: z.object({
    /** Unix ms of the first hour. */
    from: z.number(),
    own: z.array(z.number().nullable()),
    others: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })).max(3),
    /** Unix ms of the machine's starts. */
    starts: z.array(z.number()),
  }),
});
export type Evidence = z.infer<typeof Evidence>;

/** Why something does not protect now, most urgent first: the order of the page. */
export const protectionKinds = [
  'suspected_dead',
  'offline',
  'lost',
  'not_scanned',
  'cannot_evaluate',
  'in_test',
  'shelved',
  'out_of_service',
  'overdue',
  'disabled',
  'no_rules',
] as const;
export const ProtectionKind = z.enum(protectionKinds);
export type ProtectionKind = z.infer<typeof ProtectionKind>;

/** Kinds that nobody has taken on by themselves: a person can be asked to look after them. */
export const assignableKinds = [
  'suspected_dead',
  'offline',
  'lost',
  'not_scanned',
  'cannot_evaluate',
  'overdue',
  'disabled',
  'no_rules',
] as const satisfies readonly ProtectionKind[];

/** Kinds that may be meant so: a person confirms it with a reason, which holds until type, unit or state changes. */
export const designKinds = ['disabled', 'no_rules'] as const satisfies readonly ProtectionKind[];
export type DesignKind = (typeof designKinds)[number];

export type AssignableKind = (typeof assignableKinds)[number];

/** One sensor, node, device or site that does not protect now. */
export const ProtectionEntry = z.object({
  /** Stable while the reason lasts: kind, device and path. */
  key: z.string(),
  kind: ProtectionKind,
  site_id: z.number(),
  site: z.string(),
  timezone: z.string(),
  /** null: the whole site. */
  device_id: z.number().nullable(),
  device: z.string().nullable(),
  /** `groupId.sensorId`, or a node's `groupId`; null: the whole device or site. */
  sensor_id: z.string().nullable(),
  sensor: z.string().nullable(),
  /** Number of sensors that the entry covers. */
  sensors: z.number().int(),
  /** null: not known. */
  since: z.iso.datetime().nullable(),
  /** False: it began at or before `since`. */
  since_is_exact: z.boolean(),
  why: z.string(),
  /** Who looks after it: the person assigned, else who shelved it, took it out or tested it last. null: nobody. */
  who: z.string().nullable(),
  /** When the period that `until` ends began: the last passed test, the shelf, or taking it out. null: no such period. */
  period_from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** `until` is over. */
  is_overdue: z.boolean(),
  /** What to do. */
  todo: z.string(),
  suspicion: z
    .object({ id: z.number(), evidence: Evidence, found_at: z.iso.datetime(), seen_at: z.iso.datetime() })
    .nullable(),
  /** Id of the shelf. */
  shelf_id: z.number().nullable(),
  /** A person confirmed that it is meant so; `why` says who and why. */
  is_by_design: z.boolean().optional(),
  permissions: permissionsOn('device'),
});
export type ProtectionEntry = z.infer<typeof ProtectionEntry>;

/** Sensors by what last proved within 30 days that they are alive; an alarm or a warning before a test before a movement. */
export const Proven = z.object({
  /** Whole percent, rounded down. */
  share: z.number().int(),
  sensors: z.number().int(),
  tested: z.number().int(),
  moved: z.number().int(),
  alarmed: z.number().int(),
  not_proven: z.number().int(),
  /** Percentage points since a month ago; null: nothing was recorded then. */
  change: z.number().int().nullable(),
});
export type Proven = z.infer<typeof Proven>;

const filter = {
  kind: ProtectionKind.optional(),
  location: SiteId.optional(),
  search: z.string().trim().max(200).optional(),
  /** True: only what is so by design; false: only what needs somebody. */
  is_by_design: QueryFlag.optional(),
  /** `kind`: in the page's order, oldest first. */
  ordering: z.enum(['kind', '-since', 'since', 'site', 'sensor', 'until']).default('kind'),
};
export const ProtectionFilter = z.object(filter);
export type ProtectionFilter = z.infer<typeof ProtectionFilter>;

export const ProtectionList = listOf(ProtectionEntry).extend({
  /** Server time of this answer. */
  as_of: z.iso.datetime(),
  /** Entries of the whole selection by kind and by site, whatever the filter. */
  by_kind: z.partialRecord(ProtectionKind, z.number().int()),
  by_site: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      count: z.number().int(),
      /** Sensors, nodes, devices and sites that are not so by design, each once whatever its reasons. */
      needs_somebody: z.number().int().optional(),
    }),
  ),
  total: z.number().int(),
  /** Of the entries by kind, those that are so by design. */
  by_design: z.partialRecord(ProtectionKind, z.number().int()).optional(),
  proven: Proven,
  /** When the nightly check of history last ended; null: not yet. */
  checked_at: z.iso.datetime().nullable(),
});
export type ProtectionList = z.infer<typeof ProtectionList>;

export const ProtectionCount = z.object({
  count: z.number().int(),
  /** Of these, entries that are not so by design. */
  needs_somebody: z.number().int().optional(),
  /** The same by reason, of which one may have several, and by site. */
  by_kind: z.partialRecord(ProtectionKind, z.number().int()),
  by_site: z.array(z.object({ id: z.number(), title: z.string(), count: z.number().int() })),
  by_device: z.array(z.object({ id: z.number(), count: z.number().int(), suspected_dead: z.number().int() })),
});
export type ProtectionCount = z.infer<typeof ProtectionCount>;

/** A suspicion is dismissed for this time. */
export const dismissedDays = 90;
const reasonMissing = 'Please give a reason.';
const Reason = z
  .string(reasonMissing)
  .trim()
  .min(1, reasonMissing)
  .max(500, 'Ensure this field has no more than 500 characters.');

/** A suspicion, also while it is dismissed. */
export const SuspicionRow = z.object({
  id: z.number(),
  site_id: z.number(),
  site: z.string(),
  timezone: z.string(),
  device_id: z.number(),
  device: z.string(),
  sensor_id: z.string(),
  sensor: z.string(),
  since: z.iso.datetime(),
  found_at: z.iso.datetime(),
  evidence: Evidence,
  dismissed: z.object({ by: z.string(), at: z.iso.datetime(), until: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type SuspicionRow = z.infer<typeof SuspicionRow>;

const Owner = z.object({ id: z.number(), name: z.string() });
const Assignment = z.object({
  /** `groupId.sensorId`, or a node's `groupId`; null: the whole device. */
  sensor: z.string().max(200).nullable(),
  kind: z.enum(assignableKinds, 'Nobody can be assigned to this.'),
  /** null: nobody. */
  owner: AnyId.nullable(),
});

const Design = z.object({
  /** Sensors of the device, as `groupId.sensorId`. */
  sensors: z.array(line().min(1).max(200)).min(1).max(1_000),
  kind: z.enum(designKinds, 'This is never so by design.'),
  /** null: it needs somebody again. */
  reason: Reason.nullable(),
});

const MailSetting = z.object({ is_on: z.boolean('Must be a valid boolean.') });

const selected = { may: 'signed-in', account: false, programs: 'read' } as const;

export const endpoints = {
  list: endpoint.get('/api/v1/protection/', {
    ...selected,
    keys: 'notifications',
    says: 'What does not protect now in the selected client: each sensor, device or site, since when, why, who, until when',
    query: z.object({ ...listQuery(1000, 100), ...filter }),
    reply: ProtectionList,
  }),
  count: endpoint.get('/api/v1/protection/count/', {
    ...selected,
    keys: 'notifications',
    says: 'The number of entries that do not protect now, in total and by device, and of those that need somebody',
    query: z.object({ location: SiteId.optional() }),
    reply: ProtectionCount,
  }),
  export: endpoint.get('/api/v1/protection/export/', {
    ...selected,
    says: 'The filtered list of what does not protect now as CSV',
    query: ProtectionFilter,
    sends: 'text/csv',
  }),
  report: endpoint.get('/api/v1/protection/report/', {
    ...selected,
    says: 'The filtered list of what does not protect now as a printable PDF',
    query: ProtectionFilter,
    sends: 'application/pdf',
  }),
  suspicions: endpoint.get('/api/v1/suspicions/', {
    ...selected,
    keys: 'notifications',
    says: 'Sensors that are suspected dead in the selected client, or whose suspicion is dismissed',
    query: z.object({ ...listQuery(1000, 100), location: SiteId.optional(), is_dismissed: QueryFlag.default(false) }),
    reply: listOf(SuspicionRow),
  }),
  mail: endpoint.get('/api/v1/protection/mail/', {
    may: 'person',
    account: true,
    says: 'Whether the person gets the weekly mail of the sites they manage, and reminders of overdue proof tests',
    reply: MailSetting,
  }),
  changeMail: endpoint.put('/api/v1/protection/mail/', {
    may: 'person',
    account: true,
    says: 'Turns the weekly mail and the reminders on or off',
    body: MailSetting,
    reply: MailSetting,
  }),
  owners: endpoint.get('/api/v1/devices/:id/protection-owners/', {
    may: 'device.edit',
    programs: 'read',
    says: 'People who may look after what does not protect at a device: those who have access to its site',
    reply: listOf(Owner),
  }),
  assign: endpoint.put('/api/v1/devices/:id/protection-owner/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Assigns a person who looks after something that does not protect, or nobody',
    body: Assignment,
    reply: z.object({ owner: Owner.nullable() }),
  }),
  design: endpoint.put('/api/v1/devices/:id/protection-design/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Confirms with a reason that sensors are disabled or without a rule by design, or takes that back',
    body: Design,
    reply: z.object({ is_by_design: z.boolean() }),
  }),
  dismiss: endpoint.post('/api/v1/suspicions/:id/dismiss/', {
    may: 'suspicion.dismiss',
    programs: 'none',
    says: 'Dismisses a suspicion for 90 days with a reason',
    body: z.object({ reason: Reason }),
    reply: SuspicionRow,
  }),
  restore: endpoint.post('/api/v1/suspicions/:id/restore/', {
    may: 'suspicion.dismiss',
    programs: 'none',
    says: 'Ends the dismissal of a suspicion: it is listed again',
    reply: SuspicionRow,
  }),
};
