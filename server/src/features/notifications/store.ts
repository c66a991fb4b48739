import type { EventType } from '@tocsin/contract/event';
import { sensorPathOf } from '@tocsin/contract/layout';
import { countedAtMost } from '@tocsin/contract/notifications';
import {
  hasPriority,
  type Priority,
  priorityLevel,
  priorityOfLevel,
  typesWithPriority,
} from '@tocsin/contract/priority';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** The place of an alarm in its incident, in ms. */
interface IncidentPlace {
  readonly id: number;
  readonly is_first: boolean;
  readonly uncertain_ms: number | null;
  readonly is_late_first: boolean;
  readonly size: number;
  readonly span_ms: number;
}

/** A row of the log. Times are unix ms; names are those at the time of the event. */
export interface EventRecord {
  readonly id: number;
  readonly at: number;
  readonly received_at: number;
  /** 0: an event of a site. */
  readonly device_id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly type: EventType;
  readonly client_name: string;
  readonly site_name: string;
  readonly device_name: string;
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly sensor_name: string | null;
  readonly content: string;
  readonly value: number | null;
  readonly forebear_id: number | null;
  readonly is_active: boolean;
  readonly is_late: boolean;
  readonly is_test: boolean;
  readonly ended_at: number | null;
  readonly duration: number | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  readonly acknowledged_comment: string | null;
  readonly needs_acknowledgement: boolean;
  readonly is_shelved: boolean;
  /** Its sensor is out of service now. */
  readonly is_out_of_service: boolean;
  /** When it began, while its own state was recorded all the same. */
  readonly was_out_of_service: boolean;
  /** 1 (critical) to 4 (low). */
  readonly priority: number | null;
  readonly respond_within_minutes: number | null;
  /** Its place in an incident; null without one. */
  readonly incident: IncidentPlace | null;
  /** IANA zone of the site. */
  readonly site_zone: string;
}

const columns = sql.raw(
  `e.id, e.at, e.received_at, e.device_id, e.client_id, e.site_id, e.type, e.client_name, e.site_name, e.device_name,
   e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id, e.is_active, e.is_late, e.is_test,
   e.ended_at, e.duration, e.acknowledged_by, e.acknowledged_at, e.acknowledged_comment,
   exists (select 1 from out_of_service o where o.device_id = e.device_id
     and o.path = e.group_id || '.' || e.sensor_id) as is_out_of_service,
   was_out_of_service(e.site_id, e.device_id, e.group_id || '.' || e.sensor_id, e.at) as was_out_of_service,
   e.needs_acknowledgement, e.is_shelved, e.priority, e.respond_within_minutes,
   (select json_build_object('id', i.incident_id, 'is_first', i.is_first, 'uncertain_ms', i.uncertain_ms,
      'is_late_first', i.is_late_first, 'size', i.size, 'span_ms', i.span_ms) from incident i
    where i.device_id = e.device_id and i.event_id = e.id) as incident,
   coalesce((select s.timezone from site s where s.id = e.site_id), 'UTC') as site_zone`,
);

/** Filter of the log. */
export interface LogFilter {
  readonly scope: Scope;
  /** OEM and super users: only they see events of suspended sites and devices. */
  readonly seesSuspended: boolean;
  readonly search?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isShelved?: boolean | undefined;
  /** False: what needs acknowledgement and has none. */
  readonly isAcknowledged?: boolean | undefined;
  /** The person who acknowledged it first. */
  readonly acknowledgedBy?: number | undefined;
  /** Unix ms: only events that had arrived by then. */
  readonly receivedBy?: number | undefined;
  /** Unix ms: of what arrived late only events that had arrived by then. */
  readonly lateBy?: number | undefined;
  /** Only events that were committed when this snapshot of the database was taken. */
  readonly committedIn?: string | undefined;
  /** Unix ms, half-open. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly siteId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
  readonly incident?: number | undefined;
  readonly isFirstOut?: boolean | undefined;
}

/** Most urgent first and then newest first, or by time. */
export type LogOrder = 'urgency' | 'newest' | 'oldest';

export interface LogPage {
  readonly order: LogOrder;
  readonly limit: number;
  readonly offset: number;
  /** The last row of the previous page. */
  readonly after: { readonly urgency: number; readonly at: number; readonly id: number } | null;
}

/** The first key of the order by urgency; smaller is more urgent, and what is shelved comes last. */
const urgency = sql.raw('(coalesce(e.priority, 5) + case when e.is_shelved and e.is_active then 10 else 0 end)');
export const urgencyOf = (event: Pick<EventRecord, 'priority' | 'is_shelved' | 'is_active'>): number =>
  (event.priority ?? 5) + (event.is_shelved && event.is_active ? 10 : 0);

const searched = sql.raw(
  `to_tsvector('simple',
    search_text(e.site_name || ' ' || e.device_name || ' ' || coalesce(e.sensor_name, '') || ' ' || e.content))`,
);

/** Each search word as a prefix of a word of the row; null when nothing could match. */
function wordsOf(search: string): string | null {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}

/** With `=` rows come in index order; with `any` of an array they do not. */
function oneOf(column: RawBuilder<unknown>, values: readonly (number | string)[], type: RawBuilder<unknown>) {
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} = any(${[...values]}::${type}[])`;
}

function inPlaces(scope: Scope): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const clients = oneOf(sql`e.client_id`, scope.clientIds, sql`int`);
  const sites = oneOf(sql`e.site_id`, scope.siteIds, sql`int`);
  if (scope.siteIds.length === 0) return clients;
  return scope.clientIds.length === 0 ? sites : sql<SqlBool>`(${clients} or ${sites})`;
}

function conditions(filter: LogFilter): RawBuilder<SqlBool> {
  const clauses: RawBuilder<SqlBool>[] = [];
  clauses.push(inPlaces(filter.scope));
  const open = filter.seesSuspended ? sql`` : sql`and not s.is_suspended`;
  const openDevice = filter.seesSuspended ? sql`` : sql`and not d.is_suspended`;
  // Leaves out what is removed or may not be opened.
  clauses.push(sql`e.site_id in (select s.id from site s join client c on c.id = s.client_id
    where s.removed_at is null and c.removed_at is null ${open})`);
  clauses.push(
    sql`(e.device_id = 0 or e.device_id in (select d.id from device d where d.removed_at is null ${openDevice}))`,
  );
  if (filter.isActive !== undefined)
    clauses.push(filter.isActive ? sql`e.is_active and not e.is_late` : sql`not e.is_active`);
  if (filter.isShelved !== undefined) clauses.push(filter.isShelved ? sql`e.is_shelved` : sql`not e.is_shelved`);
  if (filter.isAcknowledged === true) clauses.push(sql`e.acknowledged_at is not null`);
  if (filter.isAcknowledged === false) clauses.push(sql`e.needs_acknowledgement and e.acknowledged_at is null`);
  if (filter.acknowledgedBy !== undefined) clauses.push(sql`e.acknowledged_user = ${filter.acknowledgedBy}`);
  // What a restored backup brought has numbers of another database: those are of the past, or beyond any of ours.
  if (filter.committedIn !== undefined)
    clauses.push(sql`(e.written_in is null or e.written_in >= pg_snapshot_xmax(pg_current_snapshot())
      or pg_visible_in_snapshot(e.written_in, ${filter.committedIn}::pg_snapshot))`);
  if (filter.receivedBy !== undefined) clauses.push(sql`e.received_at <= ${filter.receivedBy}`);
  if (filter.lateBy !== undefined) clauses.push(sql`(not e.is_late or e.received_at <= ${filter.lateBy})`);
  if (filter.from !== undefined) clauses.push(sql`e.at >= ${filter.from}`);
  if (filter.to !== undefined) clauses.push(sql`e.at < ${filter.to}`);
  if (filter.siteId !== undefined) clauses.push(sql`e.site_id = ${filter.siteId}`);
  if (filter.deviceId !== undefined) clauses.push(sql`e.device_id = ${filter.deviceId}`);
  if (filter.types !== undefined) clauses.push(oneOf(sql`e.type`, filter.types, sql`text`));
  if (filter.priorities !== undefined) {
    clauses.push(oneOf(sql`e.priority`, filter.priorities.map(priorityLevel), sql`smallint`));
    clauses.push(oneOf(sql`e.type`, typesWithPriority, sql`text`));
  }
  if (filter.incident !== undefined)
    clauses.push(sql`(e.id = ${filter.incident} or (e.device_id, e.id) in (select device_id, event_id from incident
      where incident_id = coalesce((select incident_id from incident where event_id = ${filter.incident}),
        ${filter.incident})))`);
  if (filter.isFirstOut !== undefined) {
    const firsts = sql`exists (select 1 from incident i where i.device_id = e.device_id and i.event_id = e.id
      and i.is_first)`;
    clauses.push(filter.isFirstOut ? sql`${firsts}` : sql`not ${firsts}`);
  }
  if (filter.search) {
    const words = wordsOf(filter.search);
    clauses.push(words === null ? sql`false` : sql`${searched} @@ to_tsquery('simple', search_text(${words}))`);
  }
  return sql.join(clauses, sql` and `);
}

function orderOf({ order, after }: LogPage): { readonly by: RawBuilder<unknown>; readonly after: RawBuilder<unknown> } {
  switch (order) {
    case 'oldest':
      return { by: sql`e.at, e.id`, after: after ? sql`and (e.at, e.id) > (${after.at}, ${after.id})` : sql`` };
    case 'newest':
      return {
        by: sql`e.at desc, e.id desc`,
        after: after ? sql`and (e.at, e.id) < (${after.at}, ${after.id})` : sql``,
      };
    case 'urgency':
      return {
        by: sql`${urgency}, e.at desc, e.id desc`,
        after: after
          ? sql`and (${urgency} > ${after.urgency}
              or (${urgency} = ${after.urgency} and (e.at, e.id) < (${after.at}, ${after.id})))`
          : sql``,
      };
    default:
      return order satisfies never;
  }
}

/** A row of the log with the snapshot in which it was read. */
type LogRow = EventRecord & { readonly mark: string };

/** One page of the log; rows of the same time come in the order of their ids. */
export async function readLog(db: Db, filter: LogFilter, page: LogPage): Promise<LogRow[]> {
  const order = orderOf(page);
  return await query(db).all(sql<LogRow>`select ${columns}, pg_current_snapshot()::text as mark from event e
    where ${conditions(filter)} ${order.after} order by ${order.by} limit ${page.limit} offset ${page.offset}`);
}

/** Most events of the incidents of one page. */
const eventsOfPage = 2_000;

/**
 * One page of the incidents that have an event of the filter, and how many there are: first those with an active event
 * that no shelf holds back, then cleared ones, then shelved ones; within these by priority, then the newest. Each comes
 * with all its events that the reader sees, by time.
 */
export async function readIncidentPage(
  db: Db,
  filter: LogFilter,
  page: Section,
): Promise<{ readonly rows: LogRow[]; readonly count: number }> {
  const { scope, seesSuspended } = filter;
  const { rows } = await sql<LogRow & { incidents: number }>`with matching as (
      select coalesce(i.incident_id, e.id) as incident, min(case when not e.is_active then 1 when e.is_shelved then 2
          else 0 end) as rank, min(coalesce(e.priority, 5)) as priority, max(e.at) as newest
      from event e left join incident i on i.device_id = e.device_id and i.event_id = e.id
      where ${conditions(filter)} group by 1),
    page as (select incident, (count(*) over ())::int as incidents,
        row_number() over (order by rank, priority, newest desc, incident) as place
      from matching order by rank, priority, newest desc, incident limit ${page.limit} offset ${page.offset})
    select ${columns}, pg_current_snapshot()::text as mark, p.incidents
    from page p cross join lateral (
      select e.* from event e where e.id = p.incident or e.id in (select event_id from incident where incident_id = p.incident)
    ) e
    where ${conditions({ scope, seesSuspended })}
    order by p.place, e.at, e.id limit ${eventsOfPage}`.execute(db);
  return { rows: rows.map(({ incidents: _, ...row }) => row), count: rows[0]?.incidents ?? 0 };
}

/** Number of rows, counted up to `countedAtMost` + 1. */
export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from event e where ${conditions(filter)} limit ${countedAtMost + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The sensor, rule and priority of an event, and null for what it has not. */
export async function notificationSensor(db: Db, id: number) {
  type Row = Pick<EventRecord, 'device_id' | 'group_id' | 'sensor_id' | 'type' | 'priority'> & {
    readonly rule_id: number | null;
  };
  const { rows } = await sql<Row>`select device_id, group_id, sensor_id, type, priority, rule_id from event
    where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    deviceId: row.device_id,
    path: row.group_id === null || row.sensor_id === null ? null : sensorPathOf(row.group_id, row.sensor_id),
    ruleId: row.rule_id,
    priority: hasPriority(row.type) ? priorityOfLevel(row.priority) : null,
  };
}

export const findEvent = (db: Db, id: number): Promise<EventRecord | undefined> =>
  query(db).first(sql<EventRecord>`select ${columns} from event e where e.id = ${id}`);

/** Events in the order of the ids. */
export async function findEvents(db: Db, ids: readonly number[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  return await query(db).all(sql<EventRecord>`select ${columns} from event e where e.id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], e.id)`);
}

/**
 * Locks those of these events that the filter lets through, in the order of their keys, so that two bulk
 * acknowledgements never wait for each other in a circle.
 */
export const lockEvents = (trx: Trx, filter: LogFilter, ids: readonly number[]): Promise<EventRecord[]> =>
  query(trx).all(sql<EventRecord>`select ${columns} from event e
    where e.id = any(${[...ids]}::bigint[]) and ${conditions(filter)}
    order by e.device_id, e.id for update of e`);

/** Ids of the filter's events, newest first. */
export async function findIds(db: Db, filter: LogFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select e.id from event e where ${conditions(filter)}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks the row until the transaction ends, so that concurrent acknowledgements are serialized. */
export const lockEvent = (trx: Trx, id: number): Promise<EventRecord | undefined> =>
  query(trx).first(sql<EventRecord>`select ${columns} from event e where e.id = ${id} for update`);

export async function writeAcknowledgement(
  trx: Trx,
  event: { readonly id: number; readonly device_id: number },
  acknowledgement: { readonly by: string; readonly userId: number; readonly at: number; readonly comment: string },
): Promise<void> {
  await sql`update event set acknowledged_by = ${acknowledgement.by}, acknowledged_user = coalesce(acknowledged_user, ${acknowledgement.userId}),
    acknowledged_at = ${acknowledgement.at}, acknowledged_comment = ${acknowledgement.comment}
    where device_id = ${event.device_id} and id = ${event.id}`.execute(trx);
}
