import type { DeviceType } from '@tocsin/contract/device-type';
import { sql } from 'kysely';
import { shownTypeOfD } from '../../access/device-types.ts';
import { inScope, type Scope } from '../../access/scope.ts';
import type { SavedWalk } from '../../pipeline/walk-types.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** A walk test with the present names of its place. The pipeline writes the table. */
export interface WalkRecord {
  readonly id: number;
  readonly device_id: number;
  readonly device_name: string;
  readonly client_id: number;
  readonly site_id: number;
  readonly site_name: string;
  readonly site_zone: string;
  readonly company: string;
  readonly proof_interval_days: number;
  readonly is_suspended: boolean;
  readonly shown_type: DeviceType;
  readonly state: SavedWalk;
}

const columns = sql.raw(`w.id, w.device_id, w.device_name, s.client_id, s.id as site_id, s.title as site_name,
  s.timezone as site_zone, c.company, s.proof_interval_days, d.is_suspended or s.is_suspended as is_suspended,
  ${shownTypeOfD} as shown_type, w.state`);
const tables = sql.raw(`walk_test w join site s on s.id = w.site_id and s.removed_at is null
  join client c on c.id = s.client_id and c.removed_at is null join device d on d.id = w.device_id and d.removed_at is null`);

export interface WalkFilter {
  /** Null: one device, which was authorized. */
  readonly scope: Scope | null;
  readonly deviceId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly isArmed?: boolean | undefined;
}

const conditions = ({ scope, deviceId, siteId, isArmed }: WalkFilter) =>
  sql.join(
    [
      scope ? inScope(scope) : sql`true`,
      ...(deviceId === undefined ? [] : [sql`w.device_id = ${deviceId}`]),
      ...(siteId === undefined ? [] : [sql`w.site_id = ${siteId}`]),
      ...(isArmed === undefined ? [] : [isArmed ? sql`w.ended_at is null` : sql`w.ended_at is not null`]),
    ],
    sql` and `,
  );

/** One page of walk tests, newest first. */
export const readWalks = (db: Db, filter: WalkFilter, page: Section) =>
  query(db).list(
    sql<WalkRecord>`select ${columns} from ${tables} where ${conditions(filter)}`,
    sql`w.started_at desc, w.id desc`,
    page,
  );

/** A walk test of a device; undefined when there is none. */
export const findWalk = (db: Db, deviceId: number, id: number): Promise<WalkRecord | undefined> =>
  query(db).first(sql<WalkRecord>`select ${columns} from ${tables}
    where w.device_id = ${deviceId} and w.id = ${id}`);

/** Walk tests signed in `[from, to)` (unix ms) of which a sensor that was not proved has no task yet. */
export const signedWalks = (db: Db, from: number, to: number): Promise<WalkRecord[]> =>
  query(db).all(sql<WalkRecord>`select ${columns} from ${tables}
    where w.signed_at >= ${from} and w.signed_at < ${to}
      and exists (select from jsonb_array_elements(w.state -> 'sensors') s
        where s ->> 'state' <> 'passed' and not exists (select from maintenance_task t
          where t.walk_id = w.id and t.path = s ->> 'path'))
    order by w.id limit 1000`);

/** Running walk tests of a person. */
export const walksOf = (db: Db, userId: number): Promise<{ readonly id: number; readonly device_id: number }[]> =>
  query(db).all(sql<{ id: number; device_id: number }>`select id, device_id from walk_test
    where user_id = ${userId} and ended_at is null`);

/** Paths of the sensors that the newest layout of a device has in these groups, in its order. */
export async function pathsOfGroups(db: Db, deviceId: number, groups: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select x.sensor ->> 'groupId' || '.' || (x.sensor ->> 'sensorId') as path
    from device_latest b join device_layout l on l.device_id = b.device_id and l.layout_id = b.layout_id
      cross join lateral jsonb_array_elements(l.sensors) with ordinality as x (sensor, n)
    where b.device_id = ${deviceId} and x.sensor ->> 'groupId' = any(${[...groups]}::text[]) order by x.n`.execute(db);
  return rows.map(({ path }) => path);
}
