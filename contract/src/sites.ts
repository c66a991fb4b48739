import { z } from 'zod';
import { peopleAndReaders, readers, staffOnly } from './callers.ts';
import { RemovalQuery } from './clients.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { optional, optionalEmail, required, requiredText, Version } from './fields.ts';
import { ClientId, SiteId } from './ids.ts';
import { OutOfService, OutOfServiceInput } from './out-of-service.ts';
import { permissionsOn } from './permissions.ts';

const noTimezone = 'Please select your timezone!';
const noLatitude = 'Enter a latitude from -90 to 90.';
const noLongitude = 'Enter a longitude from -180 to 180.';
const noPair = 'Enter both latitude and longitude, or neither.';

/** A zone known to this runtime; the list is `GET timezones/`. */
const Timezone = z.string(noTimezone).refine(knownTimezone, noTimezone);

function knownTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

const fields = {
  title: required('Please input your title'),
  address: requiredText('Please input your address'),
  full_name: optional(),
  email: optionalEmail(),
  mobile: optional(),
  timezone: Timezone,
};

/** Where it lies, in degrees (WGS 84); null: not known. */
const coordinates = {
  latitude: z.number().min(-90, noLatitude).max(90, noLatitude).nullish(),
  longitude: z.number().min(-180, noLongitude).max(180, noLongitude).nullish(),
};
interface Coordinates {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}
/** Both are sent or neither, and both are numbers or null. */
const bothOrNeither = ({ latitude, longitude }: Coordinates, context: z.RefinementCtx): void => {
  const isAlone = (latitude === undefined) !== (longitude === undefined);
  if (!isAlone && ((latitude ?? null) === null) === ((longitude ?? null) === null)) return;
  const path = (latitude ?? null) === null ? 'latitude' : 'longitude';
  context.addIssue({ code: 'custom', path: [path], message: noPair });
};

/** A new site of the selected client. */
export const SiteInput = z.object({ ...fields, ...coordinates }).superRefine(bothOrNeither);
export type SiteInput = z.infer<typeof SiteInput>;

export const SitePatch = z
  .object({ ...fields, ...coordinates, proof_interval_days: z.number().int().min(1).max(3_650) })
  .partial()
  .extend({ id: z.number().optional(), version: Version.optional() })
  .superRefine(bothOrNeither);
export type SitePatch = z.infer<typeof SitePatch>;

export const Site = z.object({
  id: SiteId,
  client: ClientId,
  client_company: z.string(),
  title: z.string(),
  address: z.string(),
  full_name: z.string(),
  email: z.string(),
  mobile: z.string(),
  timezone: z.string(),
  /** Degrees (WGS 84); null: not known. */
  latitude: z.number().nullable().optional(),
  longitude: z.number().nullable().optional(),
  is_suspended: z.boolean(),
  /** Why, while it is suspended; null: it is not, or nothing is known. */
  out_of_service: OutOfService.nullable().optional(),
  /** False only for a removed site. */
  is_active: z.boolean(),
  proof_interval_days: z.number(),
  date_created: z.iso.datetime(),
  version: z.number(),
  removed_at: z.iso.datetime().nullable(),
  /** The caller's rights on this site. */
  can_edit: z.boolean(),
  permissions: permissionsOn('site'),
  /** False: no active rule mails this site's alarms to anybody; its card shows a hint. */
  alarms_are_mailed: z.boolean(),
  /** The client's emergency contact. */
  emergency: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  /** Number and current states of its devices. */
  devices: z.object({
    total: z.number(),
    alarm: z.number(),
    warning: z.number(),
    offline: z.number(),
    suspended: z.number(),
  }),
});
export type Site = z.infer<typeof Site>;

export const SiteListQuery = z.object({
  ...listQuery(),
  search: z.string().trim().max(255).optional(),
  client: ClientId.optional(),
  is_active: QueryFlag.optional(),
  ordering: z.enum(['title', '-title', 'date_created', '-date_created']).default('title'),
  removed: QueryFlag.default(false),
});
export type SiteListQuery = z.infer<typeof SiteListQuery>;

/** A zone with its current offset from UTC. */
export const TimezoneRow = z.object({ name: z.string(), offset: z.string(), title: z.string() });
export type TimezoneRow = z.infer<typeof TimezoneRow>;

export const endpoints = {
  list: endpoint.get('/api/v1/locations/', {
    also: ['/api/v2/locations/'],
    ...readers,
    keys: 'any',
    says: 'Sites that the person may see in the selected client',
    query: SiteListQuery,
    reply: listOf(Site),
  }),
  create: endpoint.post('/api/v1/locations/', {
    may: 'site.add',
    programs: 'plant',
    on: 'selection.client',
    says: 'A new site of the selected client; a Manager who makes it becomes its Manager',
    body: SiteInput,
    reply: Site,
    status: 201,
  }),
  one: endpoint.get('/api/v1/locations/:id/', {
    also: ['/api/v2/locations/:id/'],
    may: 'site.see',
    programs: 'read',
    keys: 'any',
    says: 'One site',
    reply: Site,
  }),
  change: endpoint.patch('/api/v1/locations/:id/', {
    may: 'site.edit',
    programs: 'plant',
    says: 'Change a site',
    body: SitePatch,
    reply: Site,
  }),
  remove: endpoint.delete('/api/v1/locations/:id/', {
    may: 'site.remove',
    programs: 'plant',
    says: 'Remove a site; 409 with what lies below it, unless `cascade=true`',
    query: RemovalQuery,
  }),
  suspend: endpoint.post('/api/v1/locations/:id/suspend/', {
    may: 'site.suspend',
    programs: 'none',
    says: 'Flip is_suspended: while it is set, events are notified only to OEM and super users; reason and review date may be given',
    body: OutOfServiceInput,
    reply: Site,
  }),
  takeOutOfService: endpoint.put('/api/v1/locations/:id/out-of-service/', {
    may: 'site.suspend',
    programs: 'none',
    says: 'Suspend a site with a reason and a review date, or give a suspended one new ones',
    body: OutOfServiceInput,
    reply: Site,
  }),
  returnToService: endpoint.delete('/api/v1/locations/:id/out-of-service/', {
    may: 'site.suspend',
    programs: 'none',
    says: 'Reactivate a site; nothing happens when it is not suspended',
    reply: Site,
    status: 200,
  }),
  select: endpoint.post('/api/v1/locations/:id/select/', {
    may: 'site.see',
    programs: 'none',
    says: 'Make it the site that new tabs start from',
    reply: Site,
  }),
  restore: endpoint.post('/api/v1/locations/:id/restore/', {
    ...staffOnly,
    says: 'Bring a removed site back, with what was removed along with it, within 30 days',
    reply: Site,
  }),
  timezones: endpoint.get('/api/v1/timezones/', {
    ...peopleAndReaders,
    says: 'All time zones by name, with their offset now',
    reply: listOf(TimezoneRow),
  }),
} as const;
