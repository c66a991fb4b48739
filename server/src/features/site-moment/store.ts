import { aroundMomentMs, maxAroundMoment } from '@tocsin/contract/site-moment';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** Where to look: only OEM and super users see suspended sites and devices. */
export interface Place {
  readonly siteId: number;
  readonly seesSuspended: boolean;
}

export interface SiteRow {
  readonly id: number;
  readonly title: string;
  readonly timezone: string;
}
export const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  query(db).first(sql<SiteRow>`select id, title, timezone from site where id = ${id}`);

export interface DeviceRow {
  readonly id: number;
  readonly title: string;
  readonly device_type: string;
  readonly alarms: number;
  readonly warnings: number;
  /** Unix ms; null: it was not offline. */
  readonly offline_since: number | null;
}

const openDevices = ({ siteId, seesSuspended }: Place) => sql`device d join site s on s.id = d.site_id
  and s.id = ${siteId} and d.removed_at is null and (${seesSuspended} or not (s.is_suspended or d.is_suspended))`;

export async function countDevices(db: Db, place: Place): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${openDevices(place)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const byName = new Intl.Collator('en', { numeric: true });
const rankOf = ({ alarms, warnings, offline_since }: DeviceRow): number => {
  if (alarms > 0) return 0;
  if (warnings > 0) return 1;
  return offline_since === null ? 3 : 2;
};

/**
 * One page of the devices that stand at a site, by what was active at a moment: worst first, then by name, 'Leg 2' before
 * 'Leg 10'. PostgreSQL has no such order without ICU, and each device is counted for the order anyway.
 */
export async function devicesAt(
  db: Db,
  place: Place,
  { at, limit, offset }: { readonly at: number; readonly limit: number; readonly offset: number },
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`select d.id, d.title,
      coalesce(d.is_emulated_as, d.device_type) as device_type, o.alarms, o.warnings,
      o.offline_since
    from ${openDevices(place)} cross join lateral (
      select count(*) filter (where e.type = 'alarm_on')::int as alarms,
        count(*) filter (where e.type = 'warning_on')::int as warnings,
        min(e.at) filter (where e.type = 'device_offline') as offline_since
      from event e where e.device_id = d.id and e.at <= ${at} and (e.is_active or e.ended_at > ${at})
        and e.type in ('alarm_on', 'warning_on', 'device_offline') and not e.is_test) o`.execute(db);
  return rows
    .toSorted((a, b) => rankOf(a) - rankOf(b) || byName.compare(a.title, b.title) || a.id - b.id)
    .slice(offset, offset + limit);
}

/** Ids of a site's events around a moment, nearest first; one more than is listed when there are more. */
export async function eventsAround(db: Db, { siteId, seesSuspended }: Place, at: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select e.id from event e
      join device d on d.id = e.device_id and d.removed_at is null
      join site s on s.id = e.site_id and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    where e.site_id = ${siteId} and e.at >= ${at - aroundMomentMs} and e.at <= ${at + aroundMomentMs}
    order by abs(e.at - ${at}::bigint), e.id limit ${maxAroundMoment + 1}`.execute(db);
  return rows.map(({ id }) => id);
}
