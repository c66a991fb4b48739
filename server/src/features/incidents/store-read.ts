import { type SqlBool, sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** What a reader sees: only OEM and super users see events of suspended sites and devices. */
export interface Sight {
  readonly scope: Scope;
  readonly seesSuspended: boolean;
  readonly siteId?: number | undefined;
}

/** An event that begins a condition, with its place in an incident. Times are unix ms. */
export interface OpenRow {
  readonly id: number;
  readonly incident_id: number;
  readonly site_id: number;
  readonly device_id: number;
  readonly type: 'alarm_on' | 'warning_on' | 'device_offline';
  readonly at: number;
  readonly priority: number | null;
  readonly is_active: boolean;
  readonly is_shelved: boolean;
}

/** The tables of a query about events that a reader sees; an event whose device has moved stays with its site. */
const seen = ({ scope, seesSuspended, siteId }: Sight) =>
  sql`event e join site s on s.id = e.site_id and s.removed_at is null
      join client c on c.id = s.client_id and c.removed_at is null
      join device d on d.id = e.device_id and d.removed_at is null
    left join incident i on i.device_id = e.device_id and i.event_id = e.id
    where ${inScope(scope)} and (${seesSuspended} or not (d.is_suspended or s.is_suspended))
      and (${siteId ?? null}::int is null or s.id = ${siteId ?? null}) and not e.is_test`;
const columns =
  sql.raw(`e.id, coalesce(i.incident_id, e.id) as incident_id, e.site_id, e.device_id, e.type, e.at, e.priority,
  e.is_active, e.is_shelved`);
const isOpen = sql<SqlBool>`(e.is_active or (e.needs_acknowledgement and e.acknowledged_at is null))`;
const begins = sql<SqlBool>`e.type in ('alarm_on', 'warning_on')`;

/**
 * Alarms and warnings that are active, or have cleared and nobody acknowledged, of what arrived late those that did by
 * `lateBy` (unix ms); the newest `limit` of each.
 */
export const openEvents = (db: Db, sight: Sight, limit: number, lateBy: number): Promise<OpenRow[]> =>
  query(db).all(sql<OpenRow>`(select ${columns} from ${seen(sight)} and ${begins} and e.is_active and not e.is_late
      and not exists (select 1 from out_of_service o where o.device_id = e.device_id
        and o.path = e.group_id || '.' || e.sensor_id)
      order by e.at desc, e.id desc limit ${limit})
    union all (select ${columns} from ${seen(sight)} and ${begins} and e.needs_acknowledgement and e.acknowledged_at is null
      and not e.is_active and (not e.is_late or e.received_at <= ${lateBy}) order by e.at desc, e.id desc limit ${limit})`);

/** The incident that an event belongs to; an event alone is its own. */
export async function incidentOf(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select incident_id as id from incident where event_id = ${id}`.execute(db);
  return rows[0]?.id ?? id;
}

/** A member that the reader sees, with what the story asks about it. */
export interface MemberRow {
  readonly id: number;
  readonly incident_id: number;
  readonly device_id: number;
  readonly rule_id: number | null;
  readonly is_first: boolean;
  readonly uncertain_ms: number | null;
  readonly is_late_first: boolean;
  /** How many members of the incident the reader sees. */
  readonly total: number;
}

/**
 * The members of incidents by time: of each the first `most`, and the newest that are open, active ones before others. In
 * a storm of many long incidents each has its share.
 */
export async function membersOf(db: Db, sight: Sight, ids: readonly number[], most: number): Promise<MemberRow[]> {
  const wanted = sql`${[...ids]}::bigint[]`;
  // Read first: asked for within the other query, every event of the reader would be looked through.
  const joined = await query(db).all(
    sql<{ id: number }>`select event_id as id from incident where incident_id = any(${wanted})`,
  );
  const candidates = [...ids, ...joined.map(({ id }) => id)];
  return await query(
    db,
  ).all(sql<MemberRow>`select id, incident_id, device_id, rule_id, is_first, uncertain_ms, is_late_first,
      total from (select *, case when is_open then least(place, open_place) else place end as turn from (
    select e.id, e.device_id, e.rule_id, e.at, coalesce(i.incident_id, e.id) as incident_id,
      coalesce(i.is_first, true) as is_first, i.uncertain_ms, coalesce(i.is_late_first, false) as is_late_first,
      ${isOpen} as is_open,
      (count(*) over of_incident)::int as total,
      row_number() over (of_incident order by e.at, e.id) as place,
      row_number() over (partition by coalesce(i.incident_id, e.id), ${isOpen}
        order by e.is_active desc, e.at desc, e.id desc) as open_place
    from ${seen(sight)} and e.type in ('alarm_on', 'warning_on', 'device_offline') and e.id = any(${candidates}::bigint[])
      and coalesce(i.incident_id, e.id) = any(${wanted})
    window of_incident as (partition by coalesce(i.incident_id, e.id))) m
    where place <= ${most} or (is_open and open_place <= 9 * ${most})
    order by turn limit ${most * (10 + ids.length)}) shown order by incident_id, at, id`);
}

/** An hour, in ms. */
const earlierMs = 3_600_000;
/** Most that are read for each event, and most of them that are told. */
const earlierOf = { read: 20, told: 2 } as const;
/**
 * Alarms of the devices of `events` that had ended and began within an hour before them, the newest ones: none that was
 * shelved or a test. Who sees an event sees those of its device and site.
 */
export async function earlierAlarms(
  db: Db,
  events: readonly number[],
): Promise<{ readonly event: number; readonly id: number }[]> {
  const rows = await query(db).all(sql<{ event: number; id: number }>`select f.id as event, e.id
    from event f join event e on e.device_id = f.device_id and e.site_id = f.site_id
    where f.id = any(${[...events]}::bigint[]) and e.type = 'alarm_on' and not e.is_test and not e.is_shelved
      and not e.is_active and e.at < f.at and e.at >= f.at - ${earlierMs} and e.ended_at <= f.at
    order by e.at desc, e.id desc limit ${earlierOf.read * events.length}`);
  return [...Map.groupBy(rows, ({ event }) => event).values()].flatMap((own) => own.slice(0, earlierOf.told));
}

/** A shelf that is in force. */
export interface ShelfRow {
  readonly device_id: number;
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly rule_id: number | null;
  readonly until: number;
}
export const shelvesOf = (db: Db, deviceIds: readonly number[]): Promise<ShelfRow[]> =>
  query(db).all(sql<ShelfRow>`select device_id, group_id, sensor_id, rule_id, until from shelf
    where ended_at is null and device_id = any(${[...deviceIds]}::int[])`);

export interface SpanRow {
  readonly incident_id: number;
  readonly site_id: number;
  readonly site: string;
  readonly type: OpenRow['type'];
  readonly at: number;
  readonly ended_at: number | null;
  readonly is_active: boolean;
}
/** What began or was active since a moment (unix ms), the newest `limit`. */
export const spansSince = (db: Db, sight: Sight, since: number, limit: number): Promise<SpanRow[]> =>
  query(db).all(sql<SpanRow>`select coalesce(i.incident_id, e.id) as incident_id, e.site_id, s.title as site, e.type,
      e.at, e.ended_at, e.is_active
    from ${seen(sight)} and e.type in ('alarm_on', 'warning_on', 'device_offline') and not e.is_shelved
      and (e.at >= ${since} or (e.is_active and not e.is_late))
    order by e.at desc, e.id desc limit ${limit}`);

interface SiteRow {
  readonly id: number;
  readonly title: string;
  readonly timezone: string;
}
/** The sites that a reader sees, by title, at most `limit`. */
export const sitesOf = (db: Db, { scope, seesSuspended, siteId }: Sight, limit: number): Promise<SiteRow[]> =>
  query(db).all(sql<SiteRow>`select s.id, s.title, s.timezone from site s join client c on c.id = s.client_id
    where ${inScope(scope)} and s.removed_at is null and c.removed_at is null and (${seesSuspended} or not s.is_suspended)
      and (${siteId ?? null}::int is null or s.id = ${siteId ?? null})
    order by lower(s.title), s.id limit ${limit}`);
