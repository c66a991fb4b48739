import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { type Incident, incidentMs } from './rules.ts';

/** The beginning of an alarm as stored, with the incident that it is part of. */
export interface AlarmRow {
  readonly id: number;
  readonly device_id: number;
  readonly at: number;
  readonly received_at: number;
  readonly incident_id: number | null;
}

/** Beginnings of alarms; warnings of devices that only warn count as alarms. */
const isAlarm = sql<SqlBool>`not e.is_test and (e.type = 'alarm_on' or (e.type = 'warning_on'
  and e.sensor_id is not null and exists (select 1 from device w join device_type t on t.id = w.shown_type_id
    where w.id = e.device_id and not t.raises_alarms)))`;

/** Only one run at a time, in whichever process. */
export async function lockIncidents(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext('incidents')) as taken`.execute(trx);
  return rows[0]?.taken ?? false;
}

/** Site and span of the alarms that arrived in a time range (unix ms, half-open). */
export async function arrivedSites(
  db: Db | Trx,
  from: number,
  to: number,
): Promise<{ site_id: number; first: number; last: number }[]> {
  const { rows } = await sql<{ site_id: number; first: number; last: number }>`select site_id, min(at) as first,
      max(at) as last
    from event e where ${isAlarm} and e.device_id > 0
      and e.received_at >= ${from} and e.received_at < ${to} group by site_id order by site_id`.execute(db);
  return rows;
}

/**
 * Alarms of a site near a span, from the beginning of the incidents that reach into it. At most `limit`, the newest.
 */
export async function alarmsNear(
  trx: Trx,
  siteId: number,
  first: number,
  last: number,
  limit: number,
): Promise<AlarmRow[]> {
  const near = sql`e.site_id = ${siteId} and ${isAlarm}`;
  const { rows: begun } = await sql<{ at: number | null }>`select min(f.at) as at from event e
    join incident i on i.device_id = e.device_id and i.event_id = e.id
    join incident j on j.incident_id = i.incident_id and j.is_first
    join event f on f.device_id = j.device_id and f.id = j.event_id
    where ${near} and e.at >= ${first - incidentMs} and e.at < ${last + incidentMs}`.execute(trx);
  const from = Math.min(first - incidentMs, begun[0]?.at ?? first);
  const { rows } = await sql<AlarmRow>`select e.id, e.device_id, e.at, e.received_at, i.incident_id from event e
    left join incident i on i.device_id = e.device_id and i.event_id = e.id
    where ${near} and e.at >= ${from} and e.at < ${last + 2 * incidentMs}
    order by e.at desc, e.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Pairs of devices whose machines are the same or connected in a tab of a published schema of the site. */
export async function linkedDevices(trx: Trx, siteId: number): Promise<{ a: number; b: number }[]> {
  const { rows } = await sql<{ a: number; b: number }>`
    with machine as (select distinct t.id as tab_id, m.id, m.frontend_id, s.device_id
        from schema c join schema_tab t on t.schema_id = c.id join schema_machine m on m.tab_id = t.id
          join schema_sensor s on s.machine_id = m.id
        where c.site_id = ${siteId} and c.is_published),
      link as (select t.id as tab_id, k ->> 'start_m_fe_id' as one, k ->> 'end_m_fe_id' as other
        from schema c join schema_tab t on t.schema_id = c.id
          cross join lateral jsonb_array_elements(t.document::jsonb -> 'connectors') k
        where c.site_id = ${siteId} and c.is_published)
    select distinct x.device_id as a, y.device_id as b from machine x join machine y on y.tab_id = x.tab_id
      left join link l on l.tab_id = x.tab_id
        and ((l.one = x.frontend_id and l.other = y.frontend_id) or (l.one = y.frontend_id and l.other = x.frontend_id))
    where x.device_id < y.device_id and (x.id = y.id or l.tab_id is not null)`.execute(trx);
  return rows;
}

/**
 * Replaces the incidents of these alarms. An incident keeps the id that one of its alarms had. Returns the ids of the
 * alarms whose incident or place in it has changed.
 */
export async function replaceIncidents(
  trx: Trx,
  alarms: readonly AlarmRow[],
  incidents: readonly Incident[],
): Promise<number[]> {
  const known = new Map(alarms.map((row) => [row.id, row.incident_id]));
  const before = await placesOf(trx, alarms);
  await sql`delete from incident i using unnest(${alarms.map((row) => row.device_id)}::int[],
      ${alarms.map((row) => row.id)}::bigint[]) u (device_id, event_id)
    where i.device_id = u.device_id and i.event_id = u.event_id`.execute(trx);
  const taken = new Set<number>();
  for (const { alarms: own, uncertainMs, isLateFirst } of incidents) {
    const kept = own.map(({ id }) => known.get(id) ?? null).find((id) => id !== null && !taken.has(id));
    const [first] = own;
    const span = (own.at(-1)?.at ?? 0) - (first?.at ?? 0);
    const { rows } = await sql<{
      id: number;
    }>`select ${kept ?? null}::bigint as id where ${kept ?? null}::bigint is not null
      union all select nextval('incident_ids') where ${kept ?? null}::bigint is null`.execute(trx);
    const id = rows[0]?.id ?? 0;
    taken.add(id);
    await sql`insert into incident (device_id, event_id, incident_id, is_first, uncertain_ms, is_late_first, size, span_ms)
      select u.device_id, u.event_id, ${id}, u.event_id = ${first?.id ?? 0}, ${uncertainMs}, ${isLateFirst}, ${own.length},
        ${span}
      from unnest(${own.map((one) => one.deviceId)}::int[], ${own.map((one) => one.id)}::bigint[])
        u (device_id, event_id)`.execute(trx);
  }
  const after = await placesOf(trx, alarms);
  return alarms.map((row) => row.id).filter((id) => before.get(id) !== after.get(id));
}

/** The place of each alarm in its incident, as text. */
async function placesOf(trx: Trx, alarms: readonly AlarmRow[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ event_id: number; place: string }>`select event_id,
      concat_ws(' ', incident_id, is_first, uncertain_ms, is_late_first, size, span_ms) as place
    from incident where event_id = any(${alarms.map((row) => row.id)}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.event_id, row.place]));
}
