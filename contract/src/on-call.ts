import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { required, Version } from './fields.ts';
import { AnyId, SiteId, TextId } from './ids.ts';
import { OwnProof } from './passkeys.ts';
import { permissionsOn } from './permissions.ts';

const dayMs = 86_400_000;
/** Days that the page shows from the moment asked for. */
export const defaultDutyDays = 28;
export const maxDutyDays = 92;
export const maxRotationPeople = 50;
/** Longest time of one override. */
export const maxOverrideMs = 366 * dayMs;

/** Why nobody answers in a span: the rotation has not begun, or its person has left. */
export const dutyGaps = ['not_started', 'removed', 'deactivated', 'no_access'] as const;
export const DutyGap = z.enum(dutyGaps);
export type DutyGap = z.infer<typeof DutyGap>;

/** A person of a rotation; `gap`: why they cannot answer any more, null when they can. */
export const DutyPerson = z.object({ id: z.number(), name: z.string(), gap: DutyGap.nullable() });
export type DutyPerson = z.infer<typeof DutyPerson>;

/** A span of a rotation in which nothing changes. Half-open: the next one begins at `to`. */
export const Duty = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Who answers; with a gap, who would. Null: the rotation has not begun. */
  person: DutyPerson.nullable(),
  /** The override that decides; null: the rotation itself does. */
  override: z.number().nullable(),
  /** Null: somebody answers. */
  gap: DutyGap.nullable(),
  /** The duty begins within seven days, and nothing but e-mail reaches its person now. */
  is_mail_only: z.boolean().optional(),
});
export type Duty = z.infer<typeof Duty>;

export const frequencies = ['daily', 'weekly'] as const;
export const Frequency = z.enum(frequencies, 'Please select daily or weekly.');
export type Frequency = z.infer<typeof Frequency>;

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
};
const noPeople = 'Please select at least one person.';
const weekdayMissing = 'Please select a weekday.';

const fields = {
  title: required('Please enter a title.', 80, 'Ensure this field has no more than 80 characters'),
  /** IANA zone of the handovers. */
  timezone: z.string('Please select a time zone.').max(64).refine(isZone, 'Please select a time zone.'),
  /** Wall-clock time of the handovers, `06:00`. */
  handover_time: z.string('Enter a time such as 06:00.').regex(timePattern, 'Enter a time such as 06:00.'),
  frequency: Frequency,
  /** 1 Monday to 7 Sunday; null: daily. */
  weekday: z.number(weekdayMissing).int(weekdayMissing).min(1, weekdayMissing).max(7, weekdayMissing).nullable(),
  /** The day of the first turn, `2026-11-23`. */
  start: z.iso
    .date('Enter a valid date.')
    .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'Enter a date from 2000 to 2199.'),
  /** In the order of their turns; a person may have several. */
  people: z
    .array(AnyId, noPeople)
    .min(1, noPeople)
    .max(maxRotationPeople, `Select at most ${maxRotationPeople} people.`),
};
const weekdayFits = (rotation: { readonly frequency: Frequency; readonly weekday: number | null }): boolean =>
  (rotation.frequency === 'weekly') === (rotation.weekday !== null);
const weekdayRule = { error: 'A weekly rotation needs a weekday, a daily one has none.', path: ['weekday'] };

/** A new rotation. Without `location` it serves every site of the client. */
export const NewRotation = z
  .object({ ...fields, location: AnyId.nullable().default(null), weekday: fields.weekday.default(null) })
  .refine(weekdayFits, weekdayRule);

/** A whole rotation as a change leaves it; its client and site stay. */
export const RotationValues = z.object(fields).refine(weekdayFits, weekdayRule);
export type RotationValues = z.infer<typeof RotationValues>;
export const RotationPatch = z.object(fields).partial().extend({ version: Version.optional() });

/** Who takes turns at being on call. */
export const Rotation = z.object({
  id: z.number(),
  title: z.string(),
  client: z.number(),
  /** Null: every site of the client. */
  location: SiteId.nullable(),
  location_name: z.string().nullable(),
  timezone: z.string(),
  handover_time: z.string(),
  frequency: Frequency,
  weekday: z.number().nullable(),
  start: z.string(),
  people: z.array(DutyPerson),
  version: z.number(),
  permissions: permissionsOn('rotation'),
});
export type Rotation = z.infer<typeof Rotation>;

const wrongMoment = 'Enter a valid date/time.';
export const Moment = z.iso
  .datetime({ offset: true, error: wrongMoment })
  .refine((text) => text >= '2000' && text < '2200', wrongMoment);

/** Who answers instead of whoever has the turn. Of overrides at the same time the one made last decides. */
export const NewOverride = z
  .object({ rotation: AnyId, person: AnyId, from: Moment, to: Moment })
  .refine((body) => !(Date.parse(body.from) >= Date.parse(body.to)), {
    error: 'The end must be after the start.',
    path: ['to'],
  })
  .refine((body) => !(Date.parse(body.to) - Date.parse(body.from) > maxOverrideMs), {
    error: 'An override lasts at most 366 days.',
    path: ['to'],
  });

export const Override = z.object({
  id: z.number(),
  rotation: z.number(),
  rotation_title: z.string(),
  person: DutyPerson,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  created_by: z.string(),
  permissions: permissionsOn('override'),
});
export type Override = z.infer<typeof Override>;

/** One rotation at the moment asked for, and from then on. */
export const OnCallRow = z.object({
  rotation: Rotation,
  now: Duty,
  /** From the moment to the end of the days asked for, without a hole. */
  duties: z.array(Duty),
});
export type OnCallRow = z.infer<typeof OnCallRow>;

/** A rotation by which nobody is on call. */
export const Nobody = z.object({
  rotation: z.number(),
  title: z.string(),
  since: z.iso.datetime(),
  /** IANA zone of the rotation. */
  timezone: z.string(),
});
export type Nobody = z.infer<typeof Nobody>;

const Location = SiteId.optional();

/** A person who may have a turn or an override. */
export const DutyCandidate = z.object({ id: z.number(), name: z.string() });
export type DutyCandidate = z.infer<typeof DutyCandidate>;
/** People that a dialog offers. */
export const maxCandidates = 500;

export const endpoints = {
  rotations: endpoint.get('/api/v1/rotations/', {
    ...peopleAndReaders,
    says: 'Rotations of the selected client, or of every client that the person sees; by title',
    query: z.object({ ...listQuery(200, 50), location: Location }),
    reply: listOf(Rotation),
  }),
  rotation: endpoint.get('/api/v1/rotations/:id/', {
    may: 'rotation.see',
    programs: 'read',
    says: 'One rotation',
    reply: Rotation,
  }),
  createRotation: endpoint.post('/api/v1/rotations/', {
    may: 'rotation.add',
    programs: 'policies',
    on: 'selection.client',
    says: 'A new rotation of the selected client; its people must have access to what it serves',
    body: NewRotation,
    reply: Rotation,
    status: 201,
  }),
  changeRotation: endpoint.patch('/api/v1/rotations/:id/', {
    may: 'rotation.change',
    programs: 'policies',
    says: 'Changes a rotation; 409 with `current` when another change came first',
    body: RotationPatch,
    reply: Rotation,
  }),
  previewRotation: endpoint.post('/api/v1/rotations/:id/preview/', {
    may: 'rotation.change',
    programs: 'policies',
    says: 'Who would be on call in the next four weeks after a change of a rotation, and who is without it; changes nothing',
    body: RotationPatch,
    reply: z.object({ before: z.array(Duty), after: z.array(Duty) }),
    perMinute: 120,
  }),
  removeRotation: endpoint.delete('/api/v1/rotations/:id/', {
    may: 'rotation.change',
    programs: 'policies',
    says: 'Removes a rotation and its overrides',
  }),
  overrides: endpoint.get('/api/v1/overrides/', {
    ...peopleAndReaders,
    says: 'Overrides of the selected client that have not ended, by start; those of one rotation with `rotation`',
    query: z.object({ ...listQuery(200, 50), location: Location, rotation: TextId.optional() }),
    reply: listOf(Override),
  }),
  createOverride: endpoint.post('/api/v1/overrides/', {
    may: 'rotation.override',
    programs: 'policies',
    on: 'body.rotation',
    says: 'Puts a person in place of whoever has the turn; of overrides at the same time the one made last decides',
    body: NewOverride,
    reply: Override,
    status: 201,
  }),
  removeOverride: endpoint.delete('/api/v1/overrides/:id/', {
    may: 'override.change',
    programs: 'policies',
    says: 'Removes an override: the rotation, or an earlier override, decides again',
  }),
  onCall: endpoint.get('/api/v1/on-call/', {
    ...peopleAndReaders,
    says: 'Who is on call at a moment (`at`, default now) and in the days after it, with every gap',
    query: z.object({
      ...listQuery(50, 50),
      location: Location,
      at: Moment.optional(),
      days: z.coerce.number().int().min(1).max(maxDutyDays).default(defaultDutyDays),
    }),
    reply: listOf(OnCallRow).extend({
      at: z.iso.datetime(),
      until: z.iso.datetime(),
      /** The reader, whose own duties the page marks. */
      own_id: z.number(),
      /** Whether the reader may add a rotation to the selected client. */
      may_add: z.boolean(),
    }),
  }),
  calendar: endpoint.get('/api/v1/on-call/calendar/', {
    may: 'person',
    account: true,
    says: 'When the secret address of the own duties was made and last read; null: never',
    reply: z.object({ created_at: z.iso.datetime().nullable(), used_at: z.iso.datetime().nullable() }),
  }),
  createCalendar: endpoint.post('/api/v1/on-call/calendar/', {
    may: 'person',
    account: true,
    perMinute: 30,
    says: 'Make the secret address of the own duties, with the password or a passkey: `path` is returned this once; an address made before is revoked',
    body: OwnProof,
    reply: z.object({ path: z.string() }),
    status: 201,
  }),
  revokeCalendar: endpoint.delete('/api/v1/on-call/calendar/', {
    may: 'person',
    account: true,
    says: 'Revoke the secret address of the own duties',
  }),
  calendarFile: endpoint.get('/api/v1/on-call/calendar/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'The duties of a person as a calendar (RFC 5545), by their secret address',
    params: z.object({ token: z.string().max(200) }),
    sends: 'text/calendar',
    hasHead: true,
  }),
  nobodyOnCall: endpoint.get('/api/v1/on-call/nobody/', {
    ...peopleAndReaders,
    says: 'Rotations that the reader may change and by which nobody is on call now, checked each minute',
    query: z.object(listQuery(50, 50)),
    reply: listOf(Nobody),
  }),
  onCallPeople: endpoint.get('/api/v1/on-call/people/', {
    ...peopleAndReaders,
    says: 'People of the selected client who have access to a site (`location`), or to the client, by name',
    query: z.object({ ...listQuery(maxCandidates, maxCandidates), location: Location }),
    reply: listOf(DutyCandidate),
  }),
};
