import type { EventType } from '@tocsin/contract/event';
import { countedAtMost } from '@tocsin/contract/notifications';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../access/scope.ts';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

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
  /** IANA zone of the site. */
  readonly site_zone: string;
}

const columns = sql.raw(
  `e.id, e.at, e.received_at, e.device_id, e.client_id, e.site_id, e.type, e.client_name, e.site_name, e.device_name,
   e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id, e.is_active, e.is_late, e.is_test,
   e.ended_at, e.duration, e.acknowledged_by, e.acknowledged_at, e.acknowledged_comment,
   e.needs_acknowledgement,
   coalesce((select s.timezone from site s where s.id = e.site_id), 'UTC') as site_zone`,
);

/** Filter of the log. */
export interface LogFilter {
  readonly scope: Scope;
  /** OEM and super users: only they see events of suspended sites and devices. */
  readonly seesSuspended: boolean;
  readonly search?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** False: what needs acknowledgement and has none. */
  readonly isAcknowledged?: boolean | undefined;
  /** The person who acknowledged it first. */
  readonly acknowledgedBy?: number | undefined;
  /** Unix ms: only events that had arrived by then. */
  readonly receivedBy?: number | undefined;
  /** Unix ms, half-open. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly siteId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly types?: readonly EventType[] | undefined;
}

export interface LogPage {
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** The last row of the previous page. */
  readonly after: { readonly at: number; readonly id: number } | null;
}

const searched = sql.raw(
  `to_tsvector('simple', e.site_name || ' ' || e.device_name || ' ' || coalesce(e.sensor_name, '') || ' ' || e.content)`,
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
  if (filter.isAcknowledged === true) clauses.push(sql`e.acknowledged_at is not null`);
  if (filter.isAcknowledged === false) clauses.push(sql`e.needs_acknowledgement and e.acknowledged_at is null`);
  if (filter.acknowledgedBy !== undefined) clauses.push(sql`e.acknowledged_user = ${filter.acknowledgedBy}`);
  if (filter.receivedBy !== undefined) clauses.push(sql`e.received_at <= ${filter.receivedBy}`);
  if (filter.from !== undefined) clauses.push(sql`e.at >= ${filter.from}`);
  if (filter.to !== undefined) clauses.push(sql`e.at < ${filter.to}`);
  if (filter.siteId !== undefined) clauses.push(sql`e.site_id = ${filter.siteId}`);
  if (filter.deviceId !== undefined) clauses.push(sql`e.device_id = ${filter.deviceId}`);
  if (filter.types !== undefined) clauses.push(oneOf(sql`e.type`, filter.types, sql`text`));
  if (filter.search) {
    const words = wordsOf(filter.search);
    clauses.push(words === null ? sql`false` : sql`${searched} @@ to_tsquery('simple', ${words})`);
  }
  return sql.join(clauses, sql` and `);
}

/** One page of the log, in the order of (time, id). */
export async function readLog(db: Db, filter: LogFilter, page: LogPage): Promise<EventRecord[]> {
  const after = page.after
    ? page.ascending
      ? sql`and (e.at, e.id) > (${page.after.at}, ${page.after.id})`
      : sql`and (e.at, e.id) < (${page.after.at}, ${page.after.id})`
    : sql``;
  const order = page.ascending ? sql`e.at, e.id` : sql`e.at desc, e.id desc`;
  const { rows } = await sql<EventRecord>`select ${columns} from event e
    where ${conditions(filter)} ${after} order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Number of rows, counted up to `countedAtMost` + 1. */
export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from event e where ${conditions(filter)} limit ${countedAtMost + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findEvent(db: Db, id: number): Promise<EventRecord | undefined> {
  const { rows } = await sql<EventRecord>`select ${columns} from event e where e.id = ${id}`.execute(db);
  return rows[0];
}

/** Events in the order of the ids. */
export async function findEvents(db: Db, ids: readonly number[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EventRecord>`select ${columns} from event e where e.id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], e.id)`.execute(db);
  return rows;
}

/**
 * Locks those of these events that the filter lets through, in the order of their keys, so that two bulk
 * acknowledgements never wait for each other in a circle.
 */
export async function lockEvents(trx: Trx, filter: LogFilter, ids: readonly number[]): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`select ${columns} from event e
    where e.id = any(${[...ids]}::bigint[]) and ${conditions(filter)}
    order by e.device_id, e.id for update of e`.execute(trx);
  return rows;
}

/** Ids of the filter's events, newest first. */
export async function findIds(db: Db, filter: LogFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select e.id from event e where ${conditions(filter)}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks the row until the transaction ends, so that concurrent acknowledgements are serialized. */
export async function lockEvent(trx: Trx, id: number): Promise<EventRecord | undefined> {
  const { rows } = await sql<EventRecord>`select ${columns} from event e where e.id = ${id} for update`.execute(trx);
  return rows[0];
}

export async function writeAcknowledgement(
  trx: Trx,
  event: { readonly id: number; readonly device_id: number },
  acknowledgement: { readonly by: string; readonly userId: number; readonly at: number; readonly comment: string },
): Promise<void> {
  await sql`update event set acknowledged_by = ${acknowledgement.by}, acknowledged_user = coalesce(acknowledged_user, ${acknowledgement.userId}),
    acknowledged_at = ${acknowledgement.at}, acknowledged_comment = ${acknowledgement.comment}
    where device_id = ${event.device_id} and id = ${event.id}`.execute(trx);
}
