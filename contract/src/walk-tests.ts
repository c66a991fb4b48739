import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, IdParams, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { SiteId } from './ids.ts';
import { line } from './line.ts';
import { permissionsOn } from './permissions.ts';

const minuteMs = 60_000;
/** Minutes without a trip or a press after which a walk ends. */
export const idleMinutes = { least: 5, most: 60, usual: 30 } as const;
/** A walk ends after this time, whatever is pressed; a sensor that was not tripped is disarmed after its own. */
export const walkLimitMs = 240 * minuteMs;
export const armedLimitMs = 60 * minuteMs;
/** A trip proves a sensor only if the walker announced it within this time before. */
export const announcedWithinMs = 30_000;
/** Another sensor that trips within this time after the announcement counts as swapped. */
export const swappedWithinMs = 10_000;
/** An armed sensor that stays in alarm notifies after this time: announced, and not announced. */
export const standingLimitMs = 5 * minuteMs;
export const unannouncedLimitMs = minuteMs;
/** A walk that ended unsigned can be signed for this long. */
export const signWithinMs = 24 * 60 * minuteMs;
/** Most sensors of a walk. */
export const mostWalked = 1_000;

export const walkSensorStates = ['waiting', 'tripped', 'passed', 'failed', 'skipped'] as const;
/** Why a sensor failed, was skipped or was not armed. */
export const walkCauses = [
  'swapped',
  'not_tripped',
  'standing',
  'not_announced',
  'by_person',
  'in_alarm',
  'in_warning',
  'shelved',
  'no_data',
  'untestable',
] as const;
export type WalkCause = (typeof walkCauses)[number];
export const walkEnds = ['signed', 'idle', 'limit', 'running', 'signed_out', 'moved', 'removed'] as const;
export type WalkEnd = (typeof walkEnds)[number];

/** One sensor of a walk; times by the server's clock. */
export const WalkSensor = z.object({
  /** `groupId.sensorId`. */
  sensor: z.string(),
  name: z.string(),
  group: z.string(),
  /** `tripped`: the alarm came; it is a proof once it has gone and was announced, or is confirmed at signing. */
  state: z.enum(walkSensorStates),
  cause: z.enum(walkCauses).nullable(),
  /** Why a person skipped it. */
  reason: z.string(),
  /** Its events are tests: nobody is notified. */
  is_armed: z.boolean(),
  /** In alarm or warning now, as a test. */
  is_on: z.boolean(),
  /** When it notifies because it stays in alarm; null: it is not. */
  notifies_at: z.iso.datetime().nullable(),
  /** The press before its trip; null: it was not announced. */
  announced_at: z.iso.datetime().nullable(),
  /** How often the walker said to be there, and when last. */
  presses: z.number().int(),
  pressed_at: z.iso.datetime().nullable(),
  tripped_at: z.iso.datetime().nullable(),
  cleared_at: z.iso.datetime().nullable(),
  /** Path of the sensor that answered in its place, or in whose place it answered; it stays when both have passed. */
  swapped_with: z.string().nullable(),
  /** Tripped and returned without an announcement: a proof only if the signer confirms it. */
  needs_confirmation: z.boolean(),
});
export type WalkSensor = z.infer<typeof WalkSensor>;

const walkFields = {
  id: z.number(),
  device: z.number(),
  device_name: z.string(),
  location: z.number(),
  location_name: z.string(),
  /** IANA zone of the site. */
  location_timezone: z.string(),
  /** `ended`: nothing is armed any more, and it is not signed. */
  state: z.enum(['armed', 'ended', 'signed']),
  armed_by: z.string(),
  /** The caller walks. */
  is_mine: z.boolean(),
  since: z.iso.datetime(),
  idle_minutes: z.number(),
  /** When it ends by itself. */
  ends_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  end_reason: z.enum(walkEnds).nullable(),
  armed: z.number().int(),
  passed: z.number().int(),
  total: z.number().int(),
  permissions: permissionsOn('device'),
};
/** A walk test of a list. */
export const WalkSummary = z.object(walkFields);
export type WalkSummary = z.infer<typeof WalkSummary>;

/** One walk test with its sensors, in walking order. */
export const WalkTest = z.object({
  ...walkFields,
  sensors: z.array(WalkSensor),
  /** 'I am at X', the newest press; null: none yet. */
  announced: z.object({ sensor: z.string(), at: z.iso.datetime() }).nullable(),
  /** Paths of the newest answer: the sensor that tripped or passed last; null: none yet. */
  last: z.string().nullable(),
  signed_by: z.string().nullable(),
  comment: z.string(),
  /** Unix ms. */
  server_time: z.number(),
});
export type WalkTest = z.infer<typeof WalkTest>;

const Path = line('Please select your sensor').min(1, 'Please select your sensor').max(80);
const Paths = z.array(Path).max(mostWalked, `Choose at most ${mostWalked} sensors.`);
const notLockedOut = 'Confirm that the machine is stopped and locked out.';
const LockedOut = z.literal(true, notLockedOut);
const longest = 'Ensure this field has no more than 1500 characters.';

export const NewWalk = z
  .object({
    sensors: Paths.default([]),
    /** Group ids: every sensor of them that can be tested. */
    groups: z.array(line().min(1).max(32)).max(200).default([]),
    idle_minutes: z
      .number('A valid integer is required.')
      .int('A valid integer is required.')
      .min(idleMinutes.least, `Ensure this value is greater than or equal to ${idleMinutes.least}.`)
      .max(idleMinutes.most, `Ensure this value is less than or equal to ${idleMinutes.most}.`)
      .default(idleMinutes.usual),
    is_locked_out: LockedOut,
  })
  .refine((body) => body.sensors.length + body.groups.length > 0, {
    error: 'Choose sensors or groups.',
    path: ['sensors'],
  });

const WalkParams = IdParams.extend({ walk: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const path = '/api/v1/devices/:id/walk-tests/' as const;
const one = { may: 'device.edit', programs: 'none', params: WalkParams, reply: WalkTest } as const;

export const endpoints = {
  running: endpoint.get('/api/v1/walk-tests/', {
    ...readers,
    keys: 'tests',
    says: 'Walk tests in the selected client, newest first; `is_armed` for those whose sensors notify nobody now',
    query: z.object({
      ...listQuery(1000, 25),
      location: SiteId.optional(),
      is_armed: QueryFlag.optional(),
      /** True: from every client visible to the person, whichever is selected. */
      all_clients: QueryFlag.optional(),
    }),
    reply: listOf(WalkSummary),
  }),
  list: endpoint({
    method: 'GET',
    path,
    may: 'device.see',
    programs: 'read',
    says: 'Walk tests of a device, newest first',
    params: IdParams,
    query: z.object(listQuery(100, 25)),
    reply: listOf(WalkSummary),
  }),
  start: endpoint({
    method: 'POST',
    path,
    may: 'device.edit',
    programs: 'none',
    says: 'Arms sensors of a stopped machine for a walk test; those that are in alarm, in warning or shelved are named as skipped',
    params: IdParams,
    body: NewWalk,
    reply: WalkTest,
    status: 201,
  }),
  get: endpoint.get(`${path}:walk/`, {
    may: 'device.see',
    programs: 'read',
    says: 'A walk test with the state of each sensor',
    params: WalkParams,
    reply: WalkTest,
  }),
  press: endpoint.post(`${path}:walk/press/`, {
    ...one,
    says: 'Announces where the walker is: the next trip is expected from this sensor',
    body: z.object({ sensor: Path }),
  }),
  arm: endpoint.post(`${path}:walk/arm/`, {
    ...one,
    says: 'Arms further sensors of the device, or those that were skipped or disarmed, in a running walk',
    body: z.object({ sensors: Paths.min(1, 'Choose sensors.'), is_locked_out: LockedOut }),
  }),
  skip: endpoint.post(`${path}:walk/skip/`, {
    ...one,
    says: 'Skips a sensor with a reason: it is disarmed',
    body: z.object({ sensor: Path, reason: line().min(1, 'Please give a reason.').max(200) }),
  }),
  takeOver: endpoint.post(`${path}:walk/take-over/`, {
    ...one,
    says: 'Takes over a running walk test: the caller is its walker',
  }),
  sign: endpoint.post(`${path}:walk/sign/`, {
    ...one,
    says: 'Ends and signs a walk test: confirmed trips become records, and what is missing becomes tasks of the signer',
    body: z.object({
      /** Paths of sensors that tripped without an announcement and are confirmed one by one. */
      confirmed: Paths.default([]),
      comment: z.string().trim().max(1500, longest).default(''),
    }),
  }),
  report: endpoint.get(`${path}:walk/report/`, {
    may: 'device.see',
    programs: 'read',
    says: 'A walk test as a printable PDF',
    params: WalkParams,
    sends: 'application/pdf',
  }),
} as const;

/** Whether a sensor did not trip because nobody said to be there: it is not tested, which is no failure. */
export const isUntried = ({
  cause,
  presses = 0,
}: {
  readonly cause: string | null;
  readonly presses?: number;
}): boolean => cause === 'not_tripped' && presses === 0;
