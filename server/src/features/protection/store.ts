import { sensorPathOf } from '@tocsin/contract/layout';
import { sql } from 'kysely';
import { shownTypeOfD } from '../../access/device-types.ts';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { DeviceRow, OutageFact, OutOfServiceFact, ShelfFact, SiteRow, TestFact } from './facts.ts';

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** The sites of a scope by title. */
export const sitesOf = (db: Db, scope: Scope): Promise<SiteRow[]> =>
  query(db).all(sql<SiteRow>`select s.id, s.client_id, c.company, s.title, s.timezone, s.is_suspended,
      s.proof_interval_days
    from site s join client c on c.id = s.client_id
    where ${inScope(scope)} and s.removed_at is null and c.removed_at is null order by lower(s.title), s.id`);

export const devicesOf = (db: Db, siteIds: readonly number[]): Promise<DeviceRow[]> =>
  query(db).all(sql<DeviceRow>`select d.id, d.site_id, d.title,
      ${sql.raw(shownTypeOfD)} as shown_type, d.is_suspended, ${ms('d.created_at')} as created_at,
      coalesce(l.groups, '[]') as groups, coalesce(l.sensors, '[]') as sensors,
      coalesce((select jsonb_object_agg(n.path, n.label) from sensor_label n where n.device_id = d.id), '{}') as labels,
      coalesce((select jsonb_object_agg(t.path, t.type) from (select distinct on (path) path, type from sensor_scale
        where device_id = d.id order by path, since desc) t), '{}') as types,
      array(select distinct r.path from warning_rule r where r.device_id = d.id and r.until is null) as rule_paths
    from device d left join device_latest b on b.device_id = d.id
      left join device_layout l on l.device_id = d.id and l.layout_id = b.layout_id
    where d.site_id = any(${siteIds}) and d.removed_at is null order by lower(d.title), d.id`);

/** Who suspended what is suspended now, from the audit log. */
export async function suspensionsOf(db: Db, siteIds: readonly number[]): Promise<OutOfServiceFact[]> {
  const { rows } = await sql<{ site_id: number; device_id: number | null; at: number; by: string }>`
    select distinct on (a.site_id, a.subject, a.subject_id) a.site_id,
      case a.subject when 'site' then null else a.device_id end as device_id, ${ms('a.at')} as at, a.user_name as by
    from audit a where a.site_id = any(${siteIds}) and a.subject in ('site', 'device') and a.action = 'suspend'
    order by a.site_id, a.subject, a.subject_id, a.id desc`.execute(db);
  return rows.map(({ site_id, device_id, at, by }) => ({
    siteId: site_id,
    deviceId: device_id,
    path: null,
    since: at,
    by,
    reason: '',
    reviewAt: null,
  }));
}

/** Devices that are offline and nodes that are lost, from the events that are active. */
export async function outagesOf(db: Db, siteIds: readonly number[]): Promise<OutageFact[]> {
  const { rows } = await sql<{ device_id: number; group_id: string | null; sensor_name: string | null; at: number }>`
    select e.device_id, e.group_id, e.sensor_name, e.at from event e
    where e.is_active and e.site_id = any(${siteIds})
      and (e.type = 'device_offline' or (e.type = 'warning_on' and e.group_id is not null and e.sensor_id is null))
    order by e.at`.execute(db);
  return rows.map(({ device_id, group_id, sensor_name, at }) => ({
    deviceId: device_id,
    groupId: group_id,
    name: sensor_name,
    at,
  }));
}

/** Maintenance tests in progress: their newest step expects something. A test fails by itself within 9 minutes. */
export async function testsOf(db: Db, siteIds: readonly number[], since: number): Promise<TestFact[]> {
  const { rows } = await sql<{
    device_id: number;
    group_id: string;
    sensor_id: string;
    sensor_name: string;
    started_at: number;
    user_name: string;
    step: string;
  }>`select distinct on (m.device_id, m.group_id, m.sensor_id) m.device_id, m.group_id, m.sensor_id, m.sensor_name,
      m.started_at, m.user_name, m.step
    from maintenance_test m where m.site_id = any(${siteIds}) and m.at >= ${since} and m.step <> 'comment'
    order by m.device_id, m.group_id, m.sensor_id, m.id desc`.execute(db);
  return rows
    .filter((row) => row.step.startsWith('maintenance_expect'))
    .map((row) => ({
      deviceId: row.device_id,
      path: sensorPathOf(row.group_id, row.sensor_id),
      name: row.sensor_name,
      at: row.started_at,
      by: row.user_name,
    }));
}

/** Sensors that raised an alarm outside of tests since a moment, as `device.path`. */
export async function alarmedSince(db: Db, siteIds: readonly number[], since: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    key: string;
  }>`select distinct e.device_id || '.' || e.group_id || '.' || e.sensor_id as key
    from event e where e.site_id = any(${siteIds}) and e.at >= ${since} and e.type in ('alarm_on', 'warning_on')
      and e.group_id is not null and e.sensor_id is not null and not e.is_test`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Shelves in force, of sensors, nodes and devices. */
export async function shelvesOf(db: Db, siteIds: readonly number[]): Promise<ShelfFact[]> {
  const { rows } = await sql<{
    id: number;
    site_id: number;
    device_id: number;
    path: string | null;
    title: string;
    started_at: number;
    user_name: string;
    reason: string;
    until: number;
  }>`select id, site_id, device_id, nullif(concat_ws('.', group_id, sensor_id), '') as path, title, started_at,
      user_name, reason, until
    from shelf where ended_at is null and site_id = any(${siteIds}) order by started_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    siteId: row.site_id,
    deviceId: row.device_id,
    path: row.path,
    title: row.title,
    since: row.started_at,
    by: row.user_name,
    reason: row.reason,
    until: row.until,
  }));
}

export interface ConditionalRules {
  readonly device_id: number;
  /** The device's stored state, which the pipeline reads. */
  readonly state: string;
  readonly rules: readonly { readonly id: number; readonly path: string }[];
}
/** Devices with rules in force that may lack a value, with those rules. */
export const conditionalRulesOf = (db: Db, siteIds: readonly number[]): Promise<ConditionalRules[]> =>
  query(db).all(sql<ConditionalRules>`select d.id as device_id, b.state,
      jsonb_agg(jsonb_build_object('id', r.id, 'path', r.path) order by r.id) as rules
    from device d join device_latest b on b.device_id = d.id join warning_rule r on r.device_id = d.id
    where d.site_id = any(${siteIds}) and d.removed_at is null and r.until is null
      and (r.kind <> 'value' or r.only_while is not null)
    group by d.id, b.state`);
