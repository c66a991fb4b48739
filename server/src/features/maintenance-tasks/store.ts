import type { DeviceType } from '@tocsin/contract/device-type';
import type { EventType } from '@tocsin/contract/event';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { shownTypeOfD } from '../../access/device-types.ts';
import type { JudgedEntry } from '../../access/offline.ts';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { query, type Section } from '../../platform/query.ts';
import type { MaintenanceTaskTable } from '../../platform/tables.ts';

/** `event_at` is in unix ms, `due` a day: `2026-11-30`. */
export interface TaskRow extends Omit<Selectable<MaintenanceTaskTable>, 'event_type' | 'walk_id'> {
  readonly event_type: EventType;
  readonly device_name: string;
  readonly shown_type: DeviceType;
  readonly is_suspended: boolean;
  readonly client_id: number;
  readonly site_id: number;
  readonly site_name: string;
  readonly zone: string;
}

const columns = sql.raw(`t.id, t.event_id, t.event_type, t.event_at, t.content, t.device_id, d.title as device_name,
  ${shownTypeOfD} as shown_type, d.is_suspended or s.is_suspended as is_suspended, t.path,
  t.sensor_name, s.client_id, s.id as site_id, s.title as site_name, s.timezone as zone, t.what, t.owner_id, t.owner_name,
  t.due::text as due, t.created_at, t.created_by, t.closed_at, t.closed_by, t.comment,
  t.closed_entry_id, t.closed_device_at, t.closed_offset_ms`);
/** A task belongs to the current site of its device. */
const tables = sql.raw(`maintenance_task t join device d on d.id = t.device_id and d.removed_at is null
  join site s on s.id = d.site_id and s.removed_at is null
  join client c on c.id = s.client_id and c.removed_at is null`);
/** Today by the site's calendar. */
const today = (now: number) => sql`(to_timestamp(${now / 1000}) at time zone s.timezone)::date`;

export interface TaskFilter {
  readonly scope: Scope;
  readonly seesSuspended: boolean;
  readonly siteId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly eventId?: number | undefined;
  readonly isOpen?: boolean | undefined;
  readonly isOverdue?: boolean | undefined;
  readonly ownerId?: number | undefined;
  readonly search?: string | undefined;
  /** Unix ms. */
  readonly now: number;
}

function conditions(filter: TaskFilter): RawBuilder<SqlBool> {
  const clauses: RawBuilder<SqlBool>[] = [inScope(filter.scope)];
  if (!filter.seesSuspended) clauses.push(sql`not s.is_suspended and not d.is_suspended`);
  if (filter.siteId !== undefined) clauses.push(sql`s.id = ${filter.siteId}`);
  if (filter.deviceId !== undefined) clauses.push(sql`d.id = ${filter.deviceId}`);
  if (filter.eventId !== undefined) clauses.push(sql`t.event_id = ${filter.eventId}`);
  if (filter.ownerId !== undefined) clauses.push(sql`t.owner_id = ${filter.ownerId}`);
  if (filter.isOpen !== undefined)
    clauses.push(filter.isOpen ? sql`t.closed_at is null` : sql`t.closed_at is not null`);
  if (filter.isOverdue !== undefined) {
    const overdue = sql<SqlBool>`(t.closed_at is null and t.due < ${today(filter.now)})`;
    clauses.push(filter.isOverdue ? overdue : sql`not ${overdue}`);
  }
  if (filter.search)
    clauses.push(sql`search_text(t.what || ' ' || d.title || ' ' || coalesce(t.sensor_name, '') || ' ' || t.owner_name)
      like search_text(${likePattern(filter.search)})`);
  return sql.join(clauses, sql` and `);
}

/** One page: open ones first, then by due date. */
export const readTasks = (db: Db, filter: TaskFilter, page: Section) =>
  query(db).list(
    sql<TaskRow>`select ${columns} from ${tables} where ${conditions(filter)}`,
    sql`t.closed_at is not null, case when t.closed_at is null then t.due end, t.closed_at desc, t.id desc`,
    page,
  );

export const findTask = (db: Db | Trx, id: number): Promise<TaskRow | undefined> =>
  query(db).first(sql<TaskRow>`select ${columns} from ${tables} where t.id = ${id}`);

/** The same, locked until the transaction ends. */
export const lockTask = (trx: Trx, id: number): Promise<TaskRow | undefined> =>
  query(trx).first(sql<TaskRow>`select ${columns} from ${tables} where t.id = ${id} for update of t`);

/** What a task keeps of its event; with the zone of its site. */
export interface TaskEvent {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  readonly content: string;
  readonly device_id: number;
  readonly path: string | null;
  readonly sensor_name: string | null;
  readonly client_id: number;
  readonly site_id: number;
  readonly zone: string;
}
export const eventOf = (trx: Trx, id: number): Promise<TaskEvent | undefined> =>
  query(trx).first(sql<TaskEvent>`select e.id, e.type, e.at, e.content, e.device_id,
      e.group_id || '.' || e.sensor_id as path, e.sensor_name, s.client_id, s.id as site_id, s.timezone as zone
    from event e join device d on d.id = e.device_id join site s on s.id = d.site_id where e.id = ${id}`);

/** The place of a device, for a task that is about no event. */
export const placeOf = (
  trx: Trx,
  id: number,
): Promise<Pick<TaskEvent, 'device_id' | 'client_id' | 'site_id' | 'zone'> | undefined> =>
  query(trx).first(sql`select d.id as device_id, s.client_id, s.id as site_id, s.timezone as zone
    from device d join site s on s.id = d.site_id where d.id = ${id}`);

export async function insertTask(
  trx: Trx,
  event: TaskEvent,
  task: {
    readonly what: string;
    readonly ownerId: number;
    readonly ownerName: string;
    readonly due: string;
    readonly at: Date;
    readonly by: string;
    /** The walk test that it is of, which has one for each sensor. */
    readonly walkId?: number;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into maintenance_task (device_id, event_id, event_type, path,
      sensor_name, content, event_at, what, owner_id, owner_name, due, created_at, created_by, walk_id)
    values (${event.device_id}, ${event.id}, ${event.type}, ${event.path}, ${event.sensor_name}, ${event.content},
      ${event.at}, ${task.what}, ${task.ownerId}, ${task.ownerName}, ${task.due}::date, ${task.at}, ${task.by},
      ${task.walkId ?? null})
    on conflict (walk_id, path) where walk_id is not null do nothing returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export const updateTask = (
  trx: Trx,
  id: number,
  task: Pick<TaskRow, 'what' | 'owner_id' | 'owner_name' | 'due'>,
): Promise<void> =>
  query(trx).run(sql`update maintenance_task set what = ${task.what}, owner_id = ${task.owner_id},
    owner_name = ${task.owner_name}, due = ${task.due}::date where id = ${id}`);

export const closeTask = (
  trx: Trx,
  id: number,
  closed: { readonly at: Date; readonly by: string; readonly comment: string; readonly entry: JudgedEntry | null },
): Promise<void> =>
  query(trx).run(sql`update maintenance_task set closed_at = ${closed.at}, closed_by = ${closed.by},
    comment = ${closed.comment}, closed_entry_id = ${closed.entry?.id ?? null},
    closed_device_at = ${closed.entry && new Date(closed.entry.deviceAt)},
    closed_offset_ms = ${closed.entry?.offsetMs ?? null} where id = ${id}`);

export interface Owner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** People with access to the site: its members, and the account managers of its client. */
export const ownersOf = (db: Db | Trx, siteId: number): Promise<Owner[]> =>
  query(db).all(sql<Owner>`select distinct u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email
    from site s join client_member cm on cm.client_id = s.client_id and cm.is_active
      join users u on u.id = cm.user_id and u.is_active and u.removed_at is null
      left join membership m on m.user_id = u.id and m.site_id = s.id and m.has_access
    where s.id = ${siteId} and (m.id is not null or cm.is_accounts_management)
    order by name, u.id`);
