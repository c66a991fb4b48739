import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { SettledOutOfService } from './rules.ts';

/** What is out of service. */
export type Place =
  | { readonly siteId: number }
  | { readonly deviceId: number; readonly path?: string; readonly sensorName?: string };

export interface OutOfServiceRecord {
  readonly id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly site_name: string;
  readonly timezone: string;
  readonly device_id: number | null;
  readonly device_name: string | null;
  readonly path: string | null;
  readonly sensor_name: string | null;
  readonly since: Date;
  readonly by: string;
  readonly reason: string;
  readonly review_at: Date;
}

const columns = sql.raw(`o.id, s.client_id, s.id as site_id, s.title as site_name, s.timezone, o.device_id,
  d.title as device_name, o.path, coalesce(l.label, o.sensor_name) as sensor_name, o.since, o.user_name as by, o.reason, o.review_at`);

/** Rows of sites and devices that exist. A device's row belongs to the current site of the device. */
const tables = sql.raw(`out_of_service o left join device d on d.id = o.device_id
  join site s on s.id = coalesce(o.site_id, d.site_id) and s.removed_at is null
  join client c on c.id = s.client_id and c.removed_at is null
  left join sensor_label l on l.device_id = o.device_id and l.path = o.path`);
const isThere = sql<SqlBool>`(o.device_id is null or d.removed_at is null)`;

const at = (place: Place): RawBuilder<SqlBool> => {
  if ('siteId' in place) return sql`o.site_id = ${place.siteId}`;
  return place.path === undefined
    ? sql`o.device_id = ${place.deviceId} and o.path is null`
    : sql`o.device_id = ${place.deviceId} and o.path = ${place.path}`;
};

/** The zone of the site that a place belongs to. */
export async function zoneOf(trx: Trx, place: Place): Promise<string> {
  const { rows } =
    'siteId' in place
      ? await sql<{ timezone: string }>`select timezone from site where id = ${place.siteId}`.execute(trx)
      : await sql<{ timezone: string }>`select s.timezone from device d join site s on s.id = d.site_id
          where d.id = ${place.deviceId}`.execute(trx);
  return rows[0]?.timezone ?? 'UTC';
}

/** Locks a site or device until the transaction ends, so that changes of what is out of service there are serialized. */
export async function lockPlace(trx: Trx, place: Place): Promise<void> {
  if ('siteId' in place) await sql`select 1 from site where id = ${place.siteId} for update`.execute(trx);
  else await sql`select 1 from device where id = ${place.deviceId} for update`.execute(trx);
}

/** What is stored of a place. */
export const findOutOfService = (db: Db | Trx, place: Place): Promise<OutOfServiceRecord | undefined> =>
  query(db).first(sql<OutOfServiceRecord>`select ${columns} from ${tables} where ${at(place)}`);

/** Adds a row; returns its id. */
export async function insertOutOfService(
  trx: Trx,
  place: Place,
  row: SettledOutOfService & {
    readonly since: Date;
    readonly userId: number | null;
    readonly userName: string;
    readonly nextMailAt: Date;
  },
): Promise<number> {
  const siteId = 'siteId' in place ? place.siteId : null;
  const deviceId = 'siteId' in place ? null : place.deviceId;
  const path = 'siteId' in place ? null : (place.path ?? null);
  const sensorName = 'siteId' in place ? null : (place.sensorName ?? null);
  const { rows } = await sql<{ id: number }>`insert into out_of_service
      (site_id, device_id, path, sensor_name, since, user_id, user_name, reason, review_at, next_mail_at)
    values (${siteId}, ${deviceId}, ${path}, ${sensorName}, ${row.since}, ${row.userId}, ${row.userName}, ${row.reason},
      ${new Date(row.reviewAt)}, ${row.nextMailAt}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Gives a row a new reason and review date, and who set them; since when stays. */
export const extendOutOfService = (
  trx: Trx,
  id: number,
  row: SettledOutOfService & { readonly userId: number | null; readonly userName: string; readonly nextMailAt: Date },
): Promise<void> =>
  query(trx).run(sql`update out_of_service set reason = ${row.reason}, review_at = ${new Date(row.reviewAt)},
    user_id = ${row.userId}, user_name = ${row.userName}, next_mail_at = ${row.nextMailAt} where id = ${id}`);

export const deleteOutOfService = (trx: Trx, place: Place): Promise<void> =>
  query(trx).run(sql`delete from out_of_service o where ${at(place)}`);

export interface OutOfServiceFilter {
  readonly scope: Scope;
  readonly siteId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly onlySensors?: boolean;
}
const conditions = (filter: OutOfServiceFilter): RawBuilder<SqlBool> => {
  const clauses: RawBuilder<SqlBool>[] = [inScope(filter.scope), isThere];
  if (filter.siteId !== undefined) clauses.push(sql`s.id = ${filter.siteId}`);
  if (filter.deviceId !== undefined) clauses.push(sql`o.device_id = ${filter.deviceId}`);
  if (filter.onlySensors) clauses.push(sql`o.path is not null`);
  return sql.join(clauses, sql` and `);
};

/** One page, the earliest review date first. */
export const readOutOfService = (db: Db, filter: OutOfServiceFilter, page: Section) =>
  query(db).list(
    sql<OutOfServiceRecord>`select ${columns} from ${tables} where ${conditions(filter)}`,
    sql`o.review_at, o.id`,
    page,
  );

/** Sensors out of service by device, for the catalog; of these devices or of all. */
export async function sensorsOutOfService(db: Db, ids: readonly number[] | 'all') {
  const of = ids === 'all' ? sql`true` : sql`o.device_id = any(${[...ids]}::int[])`;
  const { rows } = await sql<{
    device_id: number;
    path: string;
    since: Date;
    by: string;
    reason: string;
    review_at: Date;
  }>`select o.device_id, o.path, o.since, o.user_name as by, o.reason, o.review_at from out_of_service o
    where o.path is not null and ${of} order by o.device_id, o.path`.execute(db);
  return Map.groupBy(rows, (row) => row.device_id);
}

/** Everything out of service at these sites, with reason and review date, for the page of what does not protect. */
export async function outOfServiceFacts(db: Db, siteIds: readonly number[]) {
  const { rows } = await sql<OutOfServiceRecord>`select ${columns} from ${tables}
    where s.id = any(${[...siteIds]}::int[]) and ${isThere}`.execute(db);
  return rows.map((row) => ({
    siteId: row.site_id,
    deviceId: row.device_id,
    path: row.path,
    since: row.since.getTime(),
    by: row.by === '' ? null : row.by,
    reason: row.reason,
    reviewAt: row.review_at.getTime(),
  }));
}

/** Locks the site of a row until the transaction ends; null when the row, its site or its device is gone. */
export async function lockSiteOf(
  trx: Trx,
  id: number,
): Promise<{ id: number; title: string; timezone: string } | null> {
  const { rows } = await sql<{ id: number; title: string; timezone: string }>`select s.id, s.title, s.timezone
    from site s where s.removed_at is null and s.id = (select coalesce(o.site_id, d.site_id)
      from out_of_service o left join device d on d.id = o.device_id where o.id = ${id} and ${isThere})
    for update of s`.execute(trx);
  return rows[0] ?? null;
}

/** Whether a row exists, that of a removed device or site included. */
export const isStored = (trx: Trx, id: number): Promise<boolean> =>
  query(trx).exists(sql`select 1 from out_of_service where id = ${id}`);

/** The rows of a site whose reminder is due, the earliest review date first. */
export const dueAt = (trx: Trx, siteId: number, now: Date): Promise<OutOfServiceRecord[]> =>
  query(trx).all(sql<OutOfServiceRecord>`select ${columns} from ${tables}
    where s.id = ${siteId} and ${isThere} and o.next_mail_at <= ${now} order by o.review_at, o.id`);

export const scheduleReminder = (trx: Db | Trx, ids: readonly number[], at: Date): Promise<void> =>
  query(trx).run(sql`update out_of_service set next_mail_at = ${at} where id = any(${[...ids]}::int[])`);

/** Every row with its next reminder, null where none is scheduled yet. */
export const scheduledReminders = (db: Db) =>
  query(db).all(sql<{ id: number; review_at: Date; next_mail_at: Date | null; timezone: string }>`select o.id,
      o.review_at, o.next_mail_at, coalesce(s.timezone, ds.timezone) as timezone
    from out_of_service o left join site s on s.id = o.site_id left join device d on d.id = o.device_id
      left join site ds on ds.id = d.site_id order by o.id`);

/** People who manage a site: its Managers, or without any the account managers of its client. */
export async function managersOf(trx: Trx, siteId: number): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string; is_manager: boolean }>`select u.id, u.email,
      m.id is not null as is_manager
    from site s join client_member cm on cm.client_id = s.client_id and cm.is_active
      join users u on u.id = cm.user_id and u.is_active and u.removed_at is null and u.registered_at is not null
      left join membership m on m.user_id = u.id and m.site_id = s.id and m.has_access and m.permission = 'Manager'
    where s.id = ${siteId} and (m.id is not null or cm.is_accounts_management) order by u.id`.execute(trx);
  const managers = rows.filter((row) => row.is_manager);
  return managers.length > 0 ? managers : rows;
}
