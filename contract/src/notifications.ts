import { z } from 'zod';
import { peopleOnly, readers } from './callers.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { EventType } from './event.ts';
import { DeviceId, SiteId, UserId } from './ids.ts';
import { line } from './line.ts';
import { Notification } from './live.ts';
import { permissionsOn } from './permissions.ts';
import { Priority } from './priority.ts';

/** What arrives late is counted after this time: while a back-fill is being read in, the numbers would jump. */
export const backfillMs = 60_000;

/** Maximum that a list counts; beyond it `count` stays here and `count_is_least` is true. */
export const countedAtMost = 10_000;

const wrongTime = 'Enter a valid date/time.';
const Time = z.string(wrongTime).trim().min(1, wrongTime).max(40, wrongTime);

/** Values, repeated or separated by commas. */
const words = z
  .union([z.string(), z.array(z.string())])
  .transform((input) =>
    (Array.isArray(input) ? input : [input]).flatMap((one) => one.split(',')).filter((one) => one !== ''),
  );
const EventTypes = words.pipe(z.array(EventType));
const Priorities = words.pipe(z.array(Priority));

const filter = {
  search: z.string().trim().max(200).optional(),
  is_active: QueryFlag.optional(),
  /** Whether a shelf holds it back, or held it back until it ended. */
  is_shelved: QueryFlag.optional(),
  /** False: what needs acknowledgement and has none yet. True: what was acknowledged. */
  is_acknowledged: QueryFlag.optional(),
  /** Id of the person who acknowledged it first. */
  acknowledged_by: UserId.optional(),
  /** In the zone of the selected site; both ends are included. */
  date_created_from: Time.optional(),
  date_created_to: Time.optional(),
  location: SiteId.optional(),
  device: DeviceId.optional(),
  event_type: EventTypes.optional(),
  /** Only events that begin a condition have a priority. */
  priority: Priorities.optional(),
  /** Id of an incident: only its alarms. */
  incident: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  /** True: only the first alarm of each incident. False: none of these. */
  is_first_out: QueryFlag.optional(),
  /**
   * Lists of active and of unacknowledged notifications come most urgent first, then newest first; without an ordering
   * that is theirs. All others come newest first.
   */
  ordering: z.enum(['priority', '-date_created', 'date_created']).optional(),
  /** True: from every client visible to the person, whichever is selected. */
  all_clients: QueryFlag.optional(),
};

/** Filters of the log; absent ones do not filter. */
export const NotificationFilter = z.object(filter);
export type NotificationFilter = z.infer<typeof NotificationFilter>;

/** A page of the log. */
export const NotificationQuery = z.object({
  ...listQuery(1000, 25),
  ...filter,
  /** `next` of the previous page: unlike an offset it is equally fast on every page. */
  cursor: z
    .string()
    .regex(/^(?:\d{1,2}\.)?\d{1,16}\.\d{1,16}$/, 'Invalid cursor.')
    .optional(),
  /**
   * True, of a list of active or unacknowledged events: pages of incidents, worst first. `results` are all events of the
   * incidents of the page, together and by time, also those that the filter leaves out; `count` counts incidents.
   */
  by_incident: QueryFlag.optional(),
  /** Ignored; makes the bell's address unique. */
  timestamp: z.string().optional(),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** A page of the log; `next` is the cursor of the next page, null on the last. */
export const NotificationList = listOf(Notification).extend({
  /** True: there are more than `count`. */
  count_is_least: z.boolean(),
  /** Server time of this answer, for acknowledging what it lists. */
  as_of: z.iso.datetime(),
  /** What was committed when it was read, for acknowledging exactly that; null: the list is empty. */
  mark: z.string().nullable(),
  next: z.string().nullable(),
  /** What the reader may do with the events of devices in `results`; empty when there is none. */
  permissions: permissionsOn('notification'),
});

/** When a list was read, as an acknowledgement of its filter names it. */
export type ListMoment = Pick<z.infer<typeof NotificationList>, 'as_of' | 'mark'>;

/** An acknowledgement with its comment. */
export const Acknowledge = z.object({
  /** Only from a service account, which must say for whom; shown as 'NAME via ACCOUNT' and never counted as that person. */
  on_behalf_of: line().min(1).max(60, 'Ensure this field has no more than 60 characters.').optional(),
  comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
});

/** Most events that one call acknowledges. */
export const acknowledgedAtMost = 1000;

const EventId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The log's filter in a body: what the list showed is what is acknowledged. */
const AcknowledgedFilter = z.object({
  ...filter,
  incident: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  is_first_out: z.boolean().optional(),
  is_active: z.boolean().optional(),
  is_shelved: z.boolean().optional(),
  is_acknowledged: z.literal(false).optional(),
  all_clients: z.boolean().optional(),
});

/** Whether a text is a snapshot of PostgreSQL: its oldest and next transaction, and those in between still running. */
const isMark = (text: string): boolean => {
  const parts = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text);
  if (!parts) return false;
  const [oldest = 0n, next = 0n] = [parts[1], parts[2]].map((part) => BigInt(part ?? ''));
  const running = parts[3] ? parts[3].split(',').map(BigInt) : [];
  const isInOrder = running.every((one, i) => one >= oldest && one < next && (i === 0 || one > (running[i - 1] ?? 0n)));
  return oldest > 0n && next >= oldest && isInOrder;
};

/** Named events, or all of a filter that had arrived when its list was loaded. */
export const AcknowledgeMany = z
  .object({
    ids: z.array(EventId).min(1).max(acknowledgedAtMost).optional(),
    filter: AcknowledgedFilter.optional(),
    /**
     * Required with a filter: the list's `as_of`. Without `mark`, events that arrived later, or less than a minute before,
     * stay unacknowledged: they may not have been in the list.
     */
    as_of: z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' }).optional(),
    /** The list's `mark`: exactly what was committed when the list was read is acknowledged. */
    mark: z.string().max(10_000).refine(isMark, 'Give the mark of the list.').nullish(),
    comment: Acknowledge.shape.comment,
  })
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    error: 'Give either ids or a filter.',
    path: ['ids'],
  })
  .refine((body) => body.filter === undefined || body.as_of !== undefined, {
    error: 'A filter needs as_of.',
    path: ['as_of'],
  });
export type AcknowledgeMany = z.infer<typeof AcknowledgeMany>;

/**
 * What became of one event: acknowledged now; acknowledged before, where a comment is appended; not found, also when
 * the person may not see it; or of a type that nobody acknowledges.
 */
export const AcknowledgeResult = z.object({
  id: EventId,
  result: z.enum(['acknowledged', 'commented', 'already-acknowledged', 'not-found', 'not-acknowledgeable', 'no-room']),
});
export type AcknowledgeResult = z.infer<typeof AcknowledgeResult>;

export const endpoints = {
  list: endpoint.get('/api/v1/notifications/', {
    ...readers,
    keys: 'notifications',
    says: 'The notification log of the devices that the person may open in the selected client, or in all of theirs',
    query: NotificationQuery,
    reply: NotificationList,
  }),
  activeCount: endpoint.get('/api/v1/notifications/active-count/', {
    ...readers,
    keys: 'notifications',
    says: 'How many notifications are active now at every device that the person may open: the number at the bell',
    reply: z.object({ count: z.number().int() }),
  }),
  export: endpoint.get('/api/v1/notifications/export/', {
    ...readers,
    keys: 'notifications',
    says: 'The filtered log as CSV, streamed; needs date_created_from or date_created_to',
    query: NotificationFilter,
    sends: 'text/csv',
  }),
  acknowledge: endpoint.post('/api/v1/notifications/:id/acknowledge/', {
    may: 'notification.acknowledge',
    programs: 'acknowledge',
    says: 'Acknowledge; who has done so already adds a comment',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    body: Acknowledge.default({ comment: '' }),
    reply: Notification,
  }),
  unacknowledgedCount: endpoint.get('/api/v1/notifications/unacknowledged-count/', {
    ...readers,
    keys: 'notifications',
    says: 'How many notifications have cleared and still need acknowledgement, of what arrived late those that did a minute ago: the second number at the bell',
    reply: z.object({ count: z.number().int(), count_is_least: z.boolean() }),
  }),
  acknowledgeMany: endpoint.post('/api/v1/notifications/acknowledge/', {
    ...peopleOnly,
    says: 'Acknowledge up to 1000 notifications, by ids or by a filter, with a result for each',
    body: AcknowledgeMany,
    reply: z.object({
      results: z.array(AcknowledgeResult).max(acknowledgedAtMost),
      /** More events match the filter: the same call continues. */
      has_more: z.boolean(),
    }),
  }),
  current: endpoint.get('/api/v2/current-user-notifications/', {
    ...readers,
    keys: 'notifications',
    says: 'What is active now at every device that the person may open, most urgent first, then newest first',
    query: z.object(listQuery(1000, 100)),
    reply: NotificationList,
  }),
};
