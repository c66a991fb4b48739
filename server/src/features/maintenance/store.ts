import { fullSensorId, type GroupDef, type SensorDef, sensorPathOf } from '@tocsin/contract/layout';
import type { MaintenanceStepName } from '@tocsin/contract/maintenance';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

export interface StepRow {
  readonly id: number;
  readonly test_id: number;
  readonly at: number;
  readonly started_at: number;
  readonly device_id: number;
  readonly device_name: string;
  readonly serial_number: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly sensor_id: string;
  readonly sensor_name: string;
  readonly step: MaintenanceStepName;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly comment: string;
}
const columns = sql.raw(`m.id, m.test_id, m.at, m.started_at, m.device_id, m.device_name, m.serial_number, m.group_id,
  m.group_name, m.sensor_id, m.sensor_name, m.step, m.user_id, m.user_name, m.comment`);

/** The newest test of each sensor of a device, as its newest step that is no comment. */
export const newestTests = (db: Db, deviceId: number): Promise<StepRow[]> =>
  query(db).all(sql<StepRow>`select distinct on (m.group_id, m.sensor_id) ${columns} from maintenance_test m
    where m.device_id = ${deviceId} and m.step <> 'comment'
    order by m.group_id, m.sensor_id, m.id desc`);

/** Tests of single sensors that run, by their newest step, of a scope; none is older than `since`. */
export const runningTests = (db: Db, scope: Scope, since: number, page: Section) =>
  query(db).list(
    sql<StepRow & { readonly site_name: string }>`select * from (
      select distinct on (m.device_id, m.group_id, m.sensor_id) ${columns}, s.title as site_name
      from maintenance_test m join device d on d.id = m.device_id and d.removed_at is null
        join site s on s.id = d.site_id and s.removed_at is null
      where ${inScope(scope)} and m.started_at >= ${since} and m.at >= ${since} and m.walk_id is null
        and m.step <> 'comment'
      order by m.device_id, m.group_id, m.sensor_id, m.id desc) t
    where t.step like 'maintenance_expect%'`,
    sql`started_at, id`,
    page,
  );

export const findStep = (db: Db, deviceId: number, id: number): Promise<StepRow | undefined> =>
  query(db).first(sql<StepRow>`select ${columns} from maintenance_test m
    where m.device_id = ${deviceId} and m.id = ${id}`);

/** The newest test of one sensor: all its steps, oldest first. */
export const newestTestOf = (db: Db, deviceId: number, path: string): Promise<StepRow[]> =>
  query(db).all(sql<StepRow>`select ${columns} from maintenance_test m
    where m.device_id = ${deviceId} and m.test_id = (select max(test_id) from maintenance_test
      where device_id = ${deviceId} and group_id || '.' || sensor_id = ${path})
    order by m.id`);

/** Ended tests of this person without a comment, since a moment. */
export const uncommented = (db: Db, deviceId: number, userId: number, since: number): Promise<StepRow[]> =>
  query(db).all(sql<StepRow>`select ${columns} from maintenance_test m
    where m.device_id = ${deviceId} and m.user_id = ${userId} and m.at > ${since}
      and m.step in ('maintanance_succeeded', 'maintenance_failed') and m.walk_id is null
      and not exists (select 1 from maintenance_test c where c.device_id = m.device_id and c.test_id = m.test_id
        and c.step = 'comment')
    order by m.id`);

export interface SiteDevice {
  readonly id: number;
  readonly title: string;
  readonly serial_number: string;
  /** The device or its site. */
  readonly is_suspended: boolean;
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
}

/** The devices of a site with their newest sensor lists; an empty list before the first birth. */
export const devicesOfSite = (db: Db, siteId: number): Promise<SiteDevice[]> =>
  query(db).all(sql<SiteDevice>`select d.id, d.title, d.serial_number,
      d.is_suspended or s.is_suspended as is_suspended, coalesce(l.groups, '[]') as groups,
      coalesce(l.sensors, '[]') as sensors
    from device d join site s on s.id = d.site_id left join device_latest b on b.device_id = d.id
      left join device_layout l on l.device_id = d.id and l.layout_id = b.layout_id
    where d.site_id = ${siteId} and d.removed_at is null order by lower(d.title), d.id`);

export async function labelsOfSite(db: Db, siteId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; label: string }>`select s.device_id || '.' || s.path as key, s.label
    from sensor_label s join device d on d.id = s.device_id where d.site_id = ${siteId}`.execute(db);
  return new Map(rows.map((row) => [row.key, row.label]));
}

/** Sensors of a site by device and path, with what is to be known beside their tests. */
export interface SensorMarks {
  readonly outOfService: ReadonlySet<string>;
  readonly suspectedDead: ReadonlySet<string>;
}

export async function marksOfSite(db: Db, siteId: number, now: number): Promise<SensorMarks> {
  const { rows } = await sql<{ key: string; is_suspected: boolean }>`select o.device_id || '.' || o.path as key,
      false as is_suspected from out_of_service o join device d on d.id = o.device_id
    where d.site_id = ${siteId} and o.path <> ''
    union all select p.device_id || '.' || p.path, true from sensor_suspicion p join device d on d.id = p.device_id
    where d.site_id = ${siteId} and p.ended_at is null
      and (p.dismissed_until is null or p.dismissed_until <= ${new Date(now)})`.execute(db);
  const keysOf = (isSuspected: boolean) =>
    new Set(rows.flatMap((row) => (row.is_suspected === isSuspected ? [row.key] : [])));
  return { outOfService: keysOf(false), suspectedDead: keysOf(true) };
}

export interface PassedTest extends StepRow {
  /** The comment made with the end or after it. */
  readonly said: string;
}

/** The last passed test of each sensor of a site's devices, by device and path. */
export async function lastPassed(db: Db, siteId: number): Promise<ReadonlyMap<string, PassedTest>> {
  const { rows } = await sql<PassedTest>`select distinct on (m.device_id, m.group_id, m.sensor_id) ${columns},
      coalesce((select string_agg(c.comment, ' / ' order by c.id) from maintenance_test c
        where c.device_id = m.device_id and c.test_id = m.test_id and c.comment <> ''), '') as said
    from maintenance_test m join device d on d.id = m.device_id
    where d.site_id = ${siteId} and d.removed_at is null and m.step = 'maintanance_succeeded'
    order by m.device_id, m.group_id, m.sensor_id, m.id desc`.execute(db);
  return new Map(rows.map((row) => [fullSensorId(row.device_id, sensorPathOf(row.group_id, row.sensor_id)), row]));
}

export interface SiteHead {
  readonly id: number;
  readonly title: string;
  readonly address: string;
  readonly company: string;
  readonly timezone: string;
  readonly proof_interval_days: number;
}
export const siteHead = (db: Db, siteId: number): Promise<SiteHead | undefined> =>
  query(db).first(sql<SiteHead>`select s.id, s.title, s.address, c.company, s.timezone, s.proof_interval_days
    from site s join client c on c.id = s.client_id where s.id = ${siteId}`);

/** Number of active events of a device. */
export async function activeEvents(db: Db, deviceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from event
    where device_id = ${deviceId} and is_active`.execute(db);
  return rows[0]?.count ?? 0;
}
