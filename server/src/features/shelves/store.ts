import type { DeviceType } from '@tocsin/contract/device-type';
import type { ShelfReason, shelfEnds } from '@tocsin/contract/shelves';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { shownTypeOfD } from '../../access/device-types.ts';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { ShelfTable } from '../../platform/tables.ts';
import type { EarlierShelf } from './rules.ts';

/** A row of the list; times are unix ms, names are those at the time of shelving. The pipeline writes the table. */
export interface ShelfRecord
  extends Omit<Selectable<ShelfTable>, 'user_id' | 'reason_code' | 'priority' | 'end_reason'> {
  readonly reason_code: ShelfReason;
  readonly priority: 'critical' | 'high' | 'medium' | 'low';
  readonly end_reason: (typeof shelfEnds)[number] | null;
  readonly site_zone: string;
  /** The device or its site. */
  readonly is_suspended: boolean;
  readonly shown_type: DeviceType;
}

const columns = sql.raw(
  `h.id, h.device_id, h.client_id, h.site_id, h.client_name, h.site_name, h.device_name, h.group_id, h.sensor_id,
   h.rule_id, h.title, h.covers_alarms, h.reason_code, h.reason, h.priority, h.started_at, h.first_from, h.until,
   h.user_name, h.ended_at, h.ended_by, h.end_reason, s.timezone as site_zone,
   (s.is_suspended or d.is_suspended) as is_suspended, ${shownTypeOfD} as shown_type`,
);

/** Only shelves of devices, sites and clients that exist. */
const tables = sql.raw(
  `shelf h join site s on s.id = h.site_id join client c on c.id = s.client_id join device d on d.id = h.device_id`,
);

/** Filter of the list. */
export interface ShelfFilter {
  readonly scope: Scope;
  /** OEM and super users: only they see shelves of suspended sites and devices. */
  readonly seesSuspended: boolean;
  readonly siteId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly isActive?: boolean | undefined;
}

function conditions(filter: ShelfFilter): RawBuilder<SqlBool> {
  const clauses: RawBuilder<SqlBool>[] = [];
  clauses.push(inScope(filter.scope));
  clauses.push(sql`s.removed_at is null and c.removed_at is null and d.removed_at is null`);
  if (!filter.seesSuspended) clauses.push(sql`not s.is_suspended and not d.is_suspended`);
  if (filter.siteId !== undefined) clauses.push(sql`h.site_id = ${filter.siteId}`);
  if (filter.deviceId !== undefined) clauses.push(sql`h.device_id = ${filter.deviceId}`);
  if (filter.isActive !== undefined)
    clauses.push(filter.isActive ? sql`h.ended_at is null` : sql`h.ended_at is not null`);
  return sql.join(clauses, sql` and `);
}

/** One page of shelves, newest first. */
export const readShelves = (db: Db, filter: ShelfFilter, page: Section) =>
  query(db).list(
    sql<ShelfRecord>`select ${columns} from ${tables} where ${conditions(filter)}`,
    sql`h.started_at desc, h.id desc`,
    page,
  );

/** One shelf; undefined when there is none. */
export const findShelf = (db: Db, id: number): Promise<ShelfRecord | undefined> =>
  query(db).first(sql<ShelfRecord>`select ${columns} from ${tables} where h.id = ${id}`);

/** Shelves of a device that are active or ended since a moment. */
export const recentShelves = (db: Db, deviceId: number, since: number): Promise<EarlierShelf[]> =>
  query(db).all(sql<EarlierShelf>`select group_id, sensor_id, rule_id, first_from, ended_at from shelf
    where device_id = ${deviceId} and (ended_at is null or ended_at >= ${since})`);
