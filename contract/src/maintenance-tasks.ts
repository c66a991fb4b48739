import { z } from 'zod';
import { endpoint, IdParams, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { EventType } from './event.ts';
import { AnyId, DeviceId, SiteId } from './ids.ts';
import { OfflineEntry, WrittenOffline } from './offline.ts';
import { permissionsOn } from './permissions.ts';

/** A task may be due at most this many days ahead. */
export const dueAtMostDays = 365;

/** Work that somebody handed over to maintenance from an event, open until somebody closes it with a comment. */
export const MaintenanceTask = z.object({
  id: z.number(),
  /** 0: a person saw it, without an event. */
  event: z.number(),
  event_type: EventType,
  event_at: z.iso.datetime(),
  /** What the event said. */
  content: z.string(),
  device: z.number(),
  device_name: z.string(),
  /** `groupId.sensorId`; null: a node or the whole device. */
  sensor: z.string().nullable(),
  sensor_name: z.string().nullable(),
  location: z.number(),
  location_name: z.string(),
  /** IANA zone of the site. */
  location_timezone: z.string(),
  what: z.string(),
  /** `id` null: the account was removed. */
  owner: z.object({ id: z.number().nullable(), name: z.string() }),
  /** A day by the site's calendar: `2026-11-30`. */
  due: z.string(),
  is_open: z.boolean(),
  is_overdue: z.boolean(),
  date_created: z.iso.datetime(),
  created_by: z.string(),
  closed_at: z.iso.datetime().nullable(),
  closed_by: z.string().nullable(),
  comment: z.string(),
  /** Null: it was not closed without a network. */
  closed_offline: WrittenOffline.nullable().optional(),
  permissions: permissionsOn('task'),
});
export type MaintenanceTask = z.infer<typeof MaintenanceTask>;

export const TaskQuery = z.object({
  ...listQuery(1000, 25),
  location: SiteId.optional(),
  device: DeviceId.optional(),
  /** Tasks of one event. */
  event: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  is_open: QueryFlag.optional(),
  is_overdue: QueryFlag.optional(),
  /** True: only the caller's own. */
  is_mine: QueryFlag.optional(),
  search: z.string().trim().max(200).optional(),
});
export type TaskQuery = z.infer<typeof TaskQuery>;

const longest = 'Ensure this field has no more than 1500 characters.';
const fields = {
  what: z.string('Say what is to be done.').trim().min(1, 'Say what is to be done.').max(1500, longest),
  owner: AnyId,
  due: z.iso.date('Enter a valid date.'),
};
export const NewTask = z.object(fields);
export type NewTask = z.infer<typeof NewTask>;
const TaskPatch = z.object(fields).partial();
const CloseTask = z.object({
  comment: z.string('Say what was done.').trim().min(1, 'Say what was done.').max(1500, longest),
  entry: OfflineEntry.optional(),
});

const EventParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const path = '/api/v1/maintenance-tasks/' as const;

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path,
    may: 'signed-in',
    account: false,
    programs: 'read',
    keys: 'notifications',
    says: 'Tasks handed over to maintenance in the selected client: open ones first, then by due date',
    query: TaskQuery,
    reply: listOf(MaintenanceTask),
  }),
  create: endpoint.post('/api/v1/notifications/:id/hand-over/', {
    may: 'notification.acknowledge',
    programs: 'none',
    says: 'Hands an event over to maintenance: a task with owner and due date, mailed to its owner',
    params: EventParams,
    body: NewTask,
    reply: MaintenanceTask,
    status: 201,
  }),
  createAt: endpoint.post('/api/v1/devices/:id/tasks/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Opens a maintenance task about a sensor that has raised no event, mailed to its owner',
    params: IdParams,
    body: NewTask.extend({ sensor: z.string().max(200) }),
    reply: MaintenanceTask,
    status: 201,
  }),
  owners: endpoint.get('/api/v1/notifications/:id/task-owners/', {
    may: 'notification.acknowledge',
    programs: 'read',
    says: 'People who may own a task of this event: those who have access to its site',
    params: EventParams,
    reply: listOf(z.object({ id: z.number(), name: z.string() })),
  }),
  change: endpoint.patch(`${path}:id/`, {
    may: 'task.change',
    programs: 'none',
    says: 'Changes owner, due date or text of an open task; a new owner is mailed',
    params: IdParams,
    body: TaskPatch,
    reply: MaintenanceTask,
  }),
  close: endpoint.post(`${path}:id/close/`, {
    may: 'task.change',
    programs: 'none',
    says: 'Closes a task with a comment',
    params: IdParams,
    body: CloseTask,
    reply: MaintenanceTask,
  }),
} as const;
