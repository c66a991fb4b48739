import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import { type Incident, incidentMs } from './rules.ts';

/** The beginning of a condition as stored, with its place in an incident; null: it is part of none. */
export interface BeginningRow {
  readonly id: number;
  readonly device_id: number;
  readonly at: number;
  readonly received_at: number;
  readonly opens: boolean;
  readonly incident_id: number | null;
  readonly place: string | null;
}

const types = sql<SqlBool>`e.type in ('alarm_on', 'warning_on', 'device_offline') and not e.is_test`;
/** What notifies, or is a member since before its shelf began. */
const counts = sql<SqlBool>`(i.incident_id is not null or not (e.is_shelved
  or was_out_of_service(e.site_id, e.device_id, e.group_id || '.' || e.sensor_id, e.at)))`;
const place = sql.raw(
  `concat_ws(' ', i.incident_id, i.is_first, coalesce(i.uncertain_ms, -1), i.is_late_first, i.size, i.span_ms)`,
);

/** One run at a time for a site, in whichever process. */
export const lockSite = (trx: Trx, siteId: number): Promise<void> =>
  query(trx).run(sql`select pg_advisory_xact_lock(hashtext('incidents'), ${siteId})`);

interface SiteSpan {
  readonly site_id: number;
  readonly first: number;
  readonly last: number;
  readonly devices: readonly number[];
}
const sites = sql.raw(`e.site_id, min(e.at) as first, max(e.at) as last, array_agg(distinct e.device_id) as devices`);

/** Site, span and devices of events. */
export const sitesOf = (db: Db | Trx, ids: readonly number[]): Promise<SiteSpan[]> =>
  query(db).all(sql<SiteSpan>`select ${sites} from event e
    where e.id = any(${[...ids]}::bigint[]) and ${types} and e.device_id > 0 group by e.site_id order by e.site_id`);

/** Site, span and devices of the alarms and warnings that arrived in a time range (unix ms, half-open). */
export const arrivedSites = (db: Db | Trx, from: number, to: number): Promise<SiteSpan[]> =>
  query(db).all(sql<SiteSpan>`select ${sites} from event e
    where e.type in ('alarm_on', 'warning_on') and not e.is_test and e.device_id > 0
      and e.received_at >= ${from} and e.received_at < ${to} group by e.site_id order by e.site_id`);

/** The devices that have events in one incident with events of the span's devices near it. */
export async function devicesInIncidentsOf(
  trx: Trx,
  { site_id: siteId, first, last, devices }: SiteSpan,
): Promise<number[]> {
  const rows = await query(trx).all(sql<{ device_id: number }>`select distinct j.device_id from event e
    join incident i on i.device_id = e.device_id and i.event_id = e.id
    join incident j on j.incident_id = i.incident_id
    where e.site_id = ${siteId} and ${types} and e.device_id = any(${[...devices]}::int[])
      and e.at >= ${first - 2 * incidentMs} and e.at < ${last + 2 * incidentMs}`);
  return rows.map((row) => row.device_id);
}

/**
 * Beginnings of the span's devices near it, from the first of the incidents that reach into it. At most `limit`, the
 * newest.
 */
export async function beginningsNear(
  trx: Trx,
  { site_id: siteId, first, last, devices }: SiteSpan,
  limit: number,
): Promise<BeginningRow[]> {
  const near = sql`e.site_id = ${siteId} and ${types} and e.device_id = any(${[...devices]}::int[])`;
  const { rows: begun } = await sql<{ at: number | null }>`select min(f.at) as at from event e
    join incident i on i.device_id = e.device_id and i.event_id = e.id
    join incident j on j.incident_id = i.incident_id and j.is_first
    join event f on f.device_id = j.device_id and f.id = j.event_id
    where ${near} and e.at >= ${first - incidentMs} and e.at < ${last + incidentMs}`.execute(trx);
  const from = Math.min(first - incidentMs, begun[0]?.at ?? first);
  return await query(
    trx,
  ).all(sql<BeginningRow>`select e.id, e.device_id, e.at, e.received_at, e.type <> 'device_offline' as opens,
      i.incident_id, case when i.incident_id is not null then ${place} end as place from event e
    left join incident i on i.device_id = e.device_id and i.event_id = e.id
    where ${near} and e.at >= ${from} and e.at < ${last + 2 * incidentMs} and ${counts}
    order by e.at desc, e.id desc limit ${limit}`);
}

/** Pairs of devices whose machines are the same or connected in a tab of a published schema of a site. */
export const linkedDevices = (db: Db | Trx, siteIds: readonly number[]): Promise<{ a: number; b: number }[]> =>
  query(db).all(sql<{ a: number; b: number }>`
    with machine as (select distinct t.id as tab_id, m.id, m.frontend_id, s.device_id
        from schema c join schema_tab t on t.schema_id = c.id join schema_machine m on m.tab_id = t.id
          join schema_sensor s on s.machine_id = m.id
        where c.site_id = any(${[...siteIds]}::int[]) and c.is_published),
      link as (select t.id as tab_id, k ->> 'start_m_fe_id' as one, k ->> 'end_m_fe_id' as other
        from schema c join schema_tab t on t.schema_id = c.id
          cross join lateral jsonb_array_elements(t.document::jsonb -> 'connectors') k
        where c.site_id = any(${[...siteIds]}::int[]) and c.is_published)
    select distinct x.device_id as a, y.device_id as b from machine x join machine y on y.tab_id = x.tab_id
      left join link l on l.tab_id = x.tab_id
        and ((l.one = x.frontend_id and l.other = y.frontend_id) or (l.one = y.frontend_id and l.other = x.frontend_id))
    where x.device_id < y.device_id and (x.id = y.id or l.tab_id is not null)`);

interface Place {
  readonly device_id: number;
  readonly event_id: number;
  readonly incident_id: number;
  readonly is_first: boolean;
  readonly uncertain_ms: number | null;
  readonly is_late_first: boolean;
  readonly size: number;
  readonly span_ms: number;
}

const placesOf = (incidents: readonly Incident[]): ReadonlyMap<number, Place> =>
  new Map(
    incidents.flatMap(({ id, events, uncertainMs, isLateFirst }) => {
      const [first] = events;
      const span = (events.at(-1)?.at ?? 0) - (first?.at ?? 0);
      return events.map((event): [number, Place] => [
        event.id,
        {
          device_id: event.deviceId,
          event_id: event.id,
          incident_id: id,
          is_first: event === first,
          uncertain_ms: uncertainMs,
          is_late_first: isLateFirst,
          size: events.length,
          span_ms: span,
        },
      ]);
    }),
  );
/** As `place` writes a stored one. */
const textOf = (one: Place): string =>
  [
    one.incident_id,
    one.is_first ? 't' : 'f',
    one.uncertain_ms ?? -1,
    one.is_late_first ? 't' : 'f',
    one.size,
    one.span_ms,
  ].join(' ');

/** Stores the incidents of these events where they differ from what is stored; returns the ids of changed events. */
export async function storeIncidents(
  trx: Trx,
  rows: readonly BeginningRow[],
  incidents: readonly Incident[],
): Promise<number[]> {
  const wanted = placesOf(incidents);
  const gone = rows.filter((row) => row.place !== null && !wanted.has(row.id));
  const changed = rows.flatMap((row) => {
    const one = wanted.get(row.id);
    return one && textOf(one) !== row.place ? [one] : [];
  });
  if (gone.length > 0)
    await sql`delete from incident i using unnest(${gone.map((row) => row.device_id)}::int[],
        ${gone.map((row) => row.id)}::bigint[]) u (device_id, event_id)
      where i.device_id = u.device_id and i.event_id = u.event_id`.execute(trx);
  if (changed.length > 0)
    await sql`insert into incident (device_id, event_id, incident_id, is_first, uncertain_ms, is_late_first, size, span_ms)
      select device_id, event_id, incident_id, is_first, uncertain_ms, is_late_first, size, span_ms
      from json_populate_recordset(null::incident, ${JSON.stringify(changed)}::json)
      on conflict (device_id, event_id) do update set incident_id = excluded.incident_id, is_first = excluded.is_first,
        uncertain_ms = excluded.uncertain_ms, is_late_first = excluded.is_late_first, size = excluded.size,
        span_ms = excluded.span_ms`.execute(trx);
  return [...gone.map(({ id }) => id), ...changed.map((one) => one.event_id)];
}
