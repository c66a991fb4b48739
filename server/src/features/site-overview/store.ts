import { sql } from 'kysely';
import { inScope, isStanding, type Scope, standingCounts } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** One page of the ids of a scope's sites. */
export async function sitesOf(
  db: Db,
  scope: Scope,
  page: Section,
): Promise<{ readonly ids: number[]; readonly count: number }> {
  const sites = sql<{ id: number }>`select s.id from site s where ${inScope(scope)} and s.removed_at is null`;
  const { rows, count } = await query(db).list(sites, sql`s.id`, page);
  return { ids: rows.map(({ id }) => id), count };
}

interface SiteCounts {
  readonly site_id: number;
  readonly alarms: number;
  readonly warnings: number;
  readonly unacknowledged: number;
}
/** Active alarms and warnings of sites, and what nobody acknowledged; only some see suspended devices. */
export const activeOf = (
  db: Db,
  siteIds: readonly number[],
  seesSuspended: boolean,
  now: number,
): Promise<SiteCounts[]> =>
  query(db).all(sql<SiteCounts>`select e.site_id,
      ${standingCounts}
    from event e join device d on d.id = e.device_id and d.removed_at is null
      join site s on s.id = e.site_id and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    where e.site_id = any(${siteIds}) and ${isStanding(now)}
    group by e.site_id`);

export interface DeviceRow {
  readonly id: number;
  readonly alarms: number;
  readonly warnings: number;
  readonly last_at: number | null;
  readonly last_ended_at: number | null;
  readonly last_active: boolean | null;
  readonly last_sensor: string | null;
  readonly warned_at: number | null;
  readonly warning_ended_at: number | null;
  readonly warning_active: boolean | null;
  readonly warning_sensor: string | null;
}
/** One page of the devices of a site with their active alarms, their last one, and their last warning since a moment. */
export async function devicesOf(
  db: Db,
  place: { readonly siteId: number; readonly seesSuspended: boolean; readonly warnedSince: number },
  page: Section,
): Promise<{ readonly rows: DeviceRow[]; readonly count: number }> {
  const where = sql`d.site_id = ${place.siteId} and d.removed_at is null
    and (${place.seesSuspended} or not (s.is_suspended or d.is_suspended))`;
  const from = sql`device d join site s on s.id = d.site_id`;
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ count: number }>`select count(*)::int as count from ${from} where ${where}`.execute(db),
    sql<DeviceRow>`select d.id, coalesce(a.alarms, 0) as alarms, coalesce(a.warnings, 0) as warnings,
        l.at as last_at, l.ended_at as last_ended_at, l.is_active as last_active, l.sensor_name as last_sensor,
        w.at as warned_at, w.ended_at as warning_ended_at, w.is_active as warning_active, w.sensor_name as warning_sensor
      from ${from}
        left join lateral (select count(*) filter (where e.type = 'alarm_on')::int as alarms,
            count(*) filter (where e.type = 'warning_on')::int as warnings
          from event e where e.device_id = d.id and e.is_active and not e.is_test
            and e.type in ('alarm_on', 'warning_on')) a on true
        left join lateral (select e.at, e.ended_at, e.is_active, e.sensor_name from event e
          where e.device_id = d.id and e.type = 'alarm_on' and not e.is_test order by e.at desc limit 1) l on true
        left join lateral (select e.at, e.ended_at, e.is_active, e.sensor_name from event e
          where e.device_id = d.id and e.at > ${place.warnedSince} and e.type = 'warning_on' and not e.is_test
          order by e.at desc limit 1) w on true
      where ${where} order by d.id limit ${page.limit} offset ${page.offset}`.execute(db),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}
