import { z } from 'zod';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { EventType } from './event.ts';
import { DeviceId, SiteId } from './ids.ts';
import { Notification } from './live.ts';

/** Most that a list counts; past it `count` stays here and `count_is_least` says so. */
export const countedAtMost = 10_000;

const wrongTime = 'Enter a valid date/time.';
const Time = z.string(wrongTime).trim().min(1, wrongTime).max(40, wrongTime);

/** Codes, repeated or separated by commas. */
const EventTypes = z
  .union([z.string(), z.array(z.string())])
  .transform((told) =>
    (Array.isArray(told) ? told : [told]).flatMap((one) => one.split(',')).filter((one) => one !== ''),
  )
  .pipe(z.array(EventType));

const filter = {
  search: z.string().trim().max(200).optional(),
  is_active: QueryFlag.optional(),
  /** In the zone of the chosen site; both ends belong to the range. */
  date_created_from: Time.optional(),
  date_created_to: Time.optional(),
  location: SiteId.optional(),
  device: DeviceId.optional(),
  event_type: EventTypes.optional(),
  ordering: z.enum(['-date_created', 'date_created']).default('-date_created'),
};

/** Which events of the log are meant; what is left out does not filter. */
export const NotificationFilter = z.object(filter);
export type NotificationFilter = z.infer<typeof NotificationFilter>;

/** A page of the log, newest first. */
export const NotificationQuery = z.object({
  ...listQuery(1000, 25),
  ...filter,
  /** `next` of the page before: as quick on the last page as on the first, where offsets grow slow. */
  cursor: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}$/, 'Invalid cursor.')
    .optional(),
  /** Only makes the address new, as the bell's link does. */
  timestamp: z.string().optional(),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** A page of the log; `next` is the cursor of the page after it, null on the last. */
export const NotificationList = listOf(Notification).extend({
  /** True: there are more than `count`. */
  count_is_least: z.boolean(),
  next: z.string().nullable(),
});

/** That somebody has seen it, with what they have to say. */
export const Acknowledge = z.object({
  comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
});

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/',
    may: 'signed-in',
    keys: 'notifications',
    says: 'The notification log of the devices that the person may open in the selected client',
    query: NotificationQuery,
    reply: NotificationList,
  }),
  activeCount: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/active-count/',
    may: 'signed-in',
    keys: 'notifications',
    says: 'How many notifications are active now: the number at the bell',
    reply: z.object({ count: z.number().int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/export/',
    may: 'signed-in',
    keys: 'notifications',
    says: 'The filtered log as CSV, streamed; needs date_created_from or date_created_to',
    query: NotificationFilter,
    sends: 'text/csv',
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/:id/acknowledge/',
    may: 'notification.acknowledge',
    says: 'Acknowledge; who has done so already adds a comment',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    body: Acknowledge.default({ comment: '' }),
    reply: Notification,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/v2/current-user-notifications/',
    may: 'signed-in',
    keys: 'notifications',
    says: 'What is active now, newest first',
    query: z.object(listQuery(1000, 100)),
    reply: NotificationList,
  }),
};
