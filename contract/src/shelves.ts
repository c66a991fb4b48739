import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { AnyId, DeviceId, SiteId } from './ids.ts';
import { permissionsOn } from './permissions.ts';

/** Why something is shelved; the text beside it is required too. */
export const shelfReasons = [
  'chattering',
  'sensor_fault',
  'machine_maintenance',
  'process_condition',
  'other',
] as const;
export const ShelfReason = z.enum(shelfReasons, 'Please select a reason.');
export type ShelfReason = z.infer<typeof ShelfReason>;

const hourMs = 3_600_000;
/**
 * Longest time that a role may hold something back, from the first start over extensions and renewals. Account managers
 * and operator staff act as Managers.
 */
export const shelfLimitMs = { User: 8 * hourMs, Engineer: 24 * hourMs, Manager: 7 * 24 * hourMs } as const;
/** A shelf that begins within this time after an earlier one for the same thing continues it. */
export const renewedWithinMs = hourMs;

/** Why a shelf ended. */
export const shelfEnds = ['expired', 'ended', 'moved', 'removed', 'rule_changed'] as const;

/** One shelf: what is held back, why, by whom and until when. */
export const Shelf = z.object({
  id: z.number(),
  device: z.number(),
  device_name: z.string(),
  client: z.number(),
  client_name: z.string(),
  location: z.number(),
  location_name: z.string(),
  /** IANA zone of the site. */
  location_timezone: z.string(),
  /** `groupId.sensorId`; null: a node or the whole device. */
  sensor: z.string().nullable(),
  /** The node's group id; null: a sensor or the whole device. */
  node: z.string().nullable(),
  /** One warning rule of the sensor; null: all of its warnings. */
  rule: z.number().nullable(),
  /** What is held back, as it was called when it was shelved. */
  title: z.string(),
  /** Alarms of the device are held back too, not only warnings. */
  covers_alarms: z.boolean(),
  reason_code: ShelfReason,
  reason: z.string(),
  /** Events of a higher priority notify all the same. */
  priority: z.enum(['critical', 'high', 'medium', 'low']),
  started_at: z.iso.datetime(),
  /** When the first of the shelves began that followed each other; limits count from here. */
  first_from: z.iso.datetime(),
  until: z.iso.datetime(),
  shelved_by: z.string(),
  is_active: z.boolean(),
  ended_at: z.iso.datetime().nullable(),
  /** Who ended it before its time. */
  ended_by: z.string().nullable(),
  end_reason: z.enum(shelfEnds).nullable(),
  permissions: permissionsOn('device'),
});
export type Shelf = z.infer<typeof Shelf>;

/** Filters of the list; absent ones do not filter. */
export const ShelfQuery = z.object({
  ...listQuery(1000, 25),
  location: SiteId.optional(),
  device: DeviceId.optional(),
  is_active: QueryFlag.optional(),
  /** True: from every client visible to the person, whichever is selected. */
  all_clients: QueryFlag.optional(),
});

const blank = 'This field may not be blank.';
const Moment = z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' });
const Minutes = z
  .number('A valid integer is required.')
  .int('A valid integer is required.')
  .min(1, 'Ensure this value is greater than or equal to 1.')
  .max(14 * 24 * 60, 'Ensure this value is less than or equal to 20160.');

/** When a shelf ends: a moment, or minutes from now by the server's clock. */
const period = { until: Moment.optional(), minutes: Minutes.optional() };
const hasOneEnd = (body: { readonly until?: unknown; readonly minutes?: unknown }): boolean =>
  (body.until === undefined) !== (body.minutes === undefined);
const oneEnd = { error: 'Give either until or minutes.', path: ['until'] };

/** What to hold back: a sensor, a node, one rule or, without any of them, the whole device. */
export const NewShelf = z
  .object({
    device: AnyId,
    /** `groupId.sensorId`. */
    sensor: z.string().trim().min(1, blank).max(80).nullish(),
    /** The group id of a node of an F500. */
    node: z.string().trim().min(1, blank).max(32).nullish(),
    /** The id of a warning rule. */
    rule: AnyId.nullish(),
    /** Alarms of the device too, not only warnings. */
    covers_alarms: z.boolean().default(false),
    reason_code: ShelfReason,
    reason: z.string(blank).trim().min(1, blank).max(1500, 'Ensure this field has no more than 1500 characters.'),
    ...period,
  })
  .refine(hasOneEnd, oneEnd)
  .refine((body) => [body.sensor, body.node, body.rule].filter((part) => (part ?? null) !== null).length <= 1, {
    error: 'Give only one of sensor, node and rule.',
    path: ['sensor'],
  })
  .refine((body) => !body.covers_alarms || (body.rule ?? null) === null, {
    error: 'A rule raises no alarms.',
    path: ['covers_alarms'],
  });
export type NewShelf = z.infer<typeof NewShelf>;

/** A later end. */
export const ExtendShelf = z.object(period).refine(hasOneEnd, oneEnd);
export type ExtendShelf = z.infer<typeof ExtendShelf>;

const ShelfParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

export const endpoints = {
  create: endpoint.post('/api/v1/shelves/', {
    may: 'device.shelve',
    programs: 'none',
    on: 'body.device',
    says: 'Holds back the messages about a sensor, node, rule or device for a limited time; 409 with `existing` when it is shelved already',
    body: NewShelf,
    reply: Shelf,
    status: 201,
  }),
  extend: endpoint.post('/api/v1/shelves/:id/extend/', {
    may: 'shelf.change',
    programs: 'none',
    says: 'Gives a shelf a later end, within the limit of the caller’s role counted from the first start',
    params: ShelfParams,
    body: ExtendShelf,
    reply: Shelf,
  }),
  end: endpoint.post('/api/v1/shelves/:id/end/', {
    may: 'shelf.change',
    programs: 'none',
    says: 'Ends a shelf: what is active notifies from now on as if it had just begun',
    params: ShelfParams,
    reply: Shelf,
  }),
  list: endpoint.get('/api/v1/shelves/', {
    ...readers,
    keys: 'notifications',
    says: 'What is or was shelved in the selected client, or in all that the person may open; newest first',
    query: ShelfQuery,
    reply: listOf(Shelf),
  }),
};
