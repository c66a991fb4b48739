import { untestableSensors } from '@tocsin/contract/maintenance';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** A span of a site: `starts` are the beginnings of its parts (days or months) in unix ms, `to` is the end of the last. */
export interface SiteSpan {
  readonly siteId: number;
  readonly starts: readonly number[];
  readonly to: number;
}
export interface PartRow {
  readonly device_id: number;
  /** Index in `starts`. */
  readonly part: number;
  readonly running: number;
  readonly protected: number;
  /** Of the protected ones. */
  readonly proved: number;
}
export interface CauseRow {
  readonly device_id: number;
  readonly part: number;
  readonly cause: number;
  /** '' of the device. */
  readonly path: string;
  readonly minutes: number;
}
const hourMs = 3_600_000;

/** Quarters of stored hours within a span; `beside`: what is joined to them. */
const quartersOf = ({ siteId, starts, to }: SiteSpan, beside: RawBuilder<unknown>) => {
  const from = starts[0] ?? to;
  return sql`protection_hour h ${beside} cross join generate_series(0, 3) as g (n)
    where h.site_id = ${siteId} and h.t0 >= ${from - hourMs} and h.t0 < ${to}
      and h.t0 + g.n * 900000 >= ${from} and h.t0 + g.n * 900000 < ${to}`;
};
const partOf = ({ starts }: SiteSpan) => sql`(width_bucket(h.t0 + g.n * 900000, ${[...starts]}::bigint[]) - 1)::int`;

export interface CountedDevice {
  readonly id: number;
  readonly title: string;
  readonly required: readonly string[];
  readonly running_path: string | null;
}
/** The devices that stood at a site in a span, by title, with the settings of their last hour. */
export const countedDevices = (db: Db, { siteId, starts, to }: SiteSpan): Promise<CountedDevice[]> =>
  query(
    db,
  ).all(sql<CountedDevice>`select p.device_id as id, coalesce(d.title, p.title) as title, l.required, l.running_path
    from protection_device p left join device d on d.id = p.device_id
      cross join lateral (select q.paths as required, h.running_path from protection_hour h
        join protection_required q on q.id = h.required_id
        where h.device_id = p.device_id and h.site_id = ${siteId} and h.t0 > ${(starts[0] ?? to) - hourMs} and h.t0 < ${to}
        order by h.t0 desc limit 1) l
    order by lower(coalesce(d.title, p.title)), p.device_id`);

/** Sensors of each device that passed a proof test before a moment, as `device.path`. */
export const everTested = async (db: Db, to: number, ids: readonly number[]): Promise<ReadonlySet<string>> => {
  const rows = await query(db).all(sql<{
    id: string;
  }>`select distinct device_id || '.' || group_id || '.' || sensor_id as id
    from maintenance_test where device_id = any(${[...ids]}::int[]) and at < ${to} and step = 'maintanance_succeeded'`);
  return new Set(rows.map(({ id }) => id));
};

/**
 * From when on every testable sensor of what an hour required had passed a proof test; null for sets of which one never
 * has, or that nobody can test.
 */
const provedSets = ({ siteId, starts, to }: SiteSpan) => sql`left join (
    select q.id as required, case when count(*) = count(t.at) then max(t.at) end as at
    from protection_required q cross join unnest(q.paths) as r (path)
      left join lateral (select min(m.at) as at from maintenance_test m where m.device_id = q.device_id
        and m.group_id || '.' || m.sensor_id = r.path and m.step = 'maintanance_succeeded') t on true
    where not r.path like any (${untestableSensors.map((id) => `%.${id}`)}::text[])
      and q.id in (select x.required_id from protection_hour x
        where x.site_id = ${siteId} and x.t0 >= ${(starts[0] ?? to) - hourMs} and x.t0 < ${to})
    group by 1) v on v.required = h.required_id`;
const sums = sql`sum(h.running_minutes[g.n + 1])::int as running, sum(h.protected_minutes[g.n + 1])::int as protected,
  coalesce(sum(h.protected_minutes[g.n + 1]) filter (where h.t0 + g.n * 900000 >= v.at), 0)::int as proved`;

/** Minutes of each device in each part. */
export const minutesByPart = (db: Db, span: SiteSpan, ids: readonly number[]): Promise<PartRow[]> =>
  query(db).all(sql<PartRow>`select h.device_id, ${partOf(span)} as part, ${sums}
    from ${quartersOf(span, provedSets(span))} and h.device_id = any(${[...ids]}::int[]) group by 1, 2`);

/** Minutes of each cause and sensor of each device in each part. */
export const causesByPart = (db: Db, span: SiteSpan, ids: readonly number[]): Promise<CauseRow[]> =>
  query(db).all(sql<CauseRow>`select h.device_id, ${partOf(span)} as part, c.cause, c.path,
      sum(h.cause_minutes[4 * (c.place - 1) + g.n + 1])::int as minutes
    from (select * from ${quartersOf(span, sql``)} and h.device_id = any(${[...ids]}::int[]) and h.causes <> '{}') h
      cross join lateral (select h.n) as g (n)
      cross join lateral unnest(h.causes, h.cause_paths) with ordinality as c (cause, path, place)
    where h.cause_minutes[4 * (c.place - 1) + g.n + 1] > 0
    group by 1, 2, 3, 4`);

/** Minutes of all devices of a site in each part. */
export const siteMinutes = (db: Db, span: SiteSpan): Promise<Omit<PartRow, 'device_id'>[]> =>
  query(db).all(sql<Omit<PartRow, 'device_id'>>`select ${partOf(span)} as part, ${sums}
    from ${quartersOf(span, provedSets(span))} group by 1 order by 1`);

/** Minutes of each cause of all devices of a site. */
export const siteCauses = (db: Db, span: SiteSpan): Promise<{ cause: number; minutes: number }[]> =>
  query(db).all(sql<{ cause: number; minutes: number }>`select c.cause,
      sum(h.cause_minutes[4 * (c.place - 1) + h.n + 1])::int as minutes
    from (select * from ${quartersOf(span, sql``)} and h.causes <> '{}') h
      cross join lateral unnest(h.causes) with ordinality as c (cause, place)
    group by 1 having sum(h.cause_minutes[4 * (c.place - 1) + h.n + 1]) > 0 order by 1`);

/** Until when every device of a site is counted; null: none ever was. `due`: until when it is time to have done so. */
export interface Counted {
  readonly since: number | null;
  readonly until: number | null;
  readonly due: number;
}
/**
 * The first hour that is counted at a site, and the oldest that is not, of any device there: one that waits to be packed,
 * unless it is from before it was recorded who would be reached, or one without frames that is still to be filled.
 */
export async function countedAt(db: Db, siteId: number): Promise<Counted> {
  const { rows } = await sql<{ since: number | null; last: number; oldest: number | null; due: number }>`select
      (select min(t0) from protection_hour where site_id = ${siteId}) as since,
      (select max(t0) + ${hourMs}::bigint from protection_hour where site_id = ${siteId}) as last,
      (select min(least(p.filled_until, (select min(o.t0) from pending_hour o where o.device_id = d.id
          and o.t0 + ${hourMs} > (select min(f.from_at) from protection_fact f where f.device_id = d.id)
          and not exists (select from protection_hour h where h.device_id = o.device_id and h.t0 = o.t0))))
        from device d left join protection_device p on p.device_id = d.id where d.site_id = ${siteId}) as oldest,
      coalesce((select closed_until from history_closed), 0) as due`.execute(db);
  const { since = null, last = 0, oldest = null, due = 0 } = rows[0] ?? {};
  return { since, until: oldest ?? (since === null ? null : Math.max(last, due)), due };
}

/** Definitions by which the hours of a span were counted. */
export async function definitionsIn(db: Db, { siteId, starts, to }: SiteSpan): Promise<number[]> {
  const { rows } = await sql<{ definition: number }>`select distinct definition from protection_hour
    where site_id = ${siteId} and t0 >= ${starts[0] ?? to} and t0 < ${to} order by 1`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Sensors that stopped being required at a site in a span, with the newest change of their device before. */
export const releasedSensors = (db: Db, { siteId, starts, to }: SiteSpan) =>
  query(db).all(sql<{
    at: number;
    device_id: number;
    device: string;
    path: string;
    by: string;
    reason: string;
  }>`
    select s.t0 as at, s.device_id, coalesce(d.title, p.title) as device, r.path, coalesce(a.user_name, '') as by,
      coalesce(a.new ->> 'reason', '') as reason
    from (select h.device_id, h.t0, q.paths, lag(q.paths) over (partition by h.device_id order by h.t0) as before
        from protection_hour h join protection_required q on q.id = h.required_id
        where h.site_id = ${siteId} and h.t0 >= ${(starts[0] ?? to) - hourMs} and h.t0 < ${to}) s
      cross join lateral unnest(s.before) as r (path)
      join protection_device p on p.device_id = s.device_id left join device d on d.id = s.device_id
      left join lateral (select user_name, new from audit where device_id = s.device_id and at < to_timestamp(s.t0 / 1000.0 + 3600)
        and action in ('change protection setting', 'change warnings', 'copy settings', 'roll out template',
          'undo copied settings') order by at desc limit 1) a on true
    where s.paths <> s.before and not r.path = any (s.paths) order by s.t0, s.device_id, r.path limit 1000`);
