// Definition 1 once more, in SQL: from readings and tables to the minutes of each cause, with interval arithmetic in
// place of the server's minute by minute walk. It shares no code with server/src/history/protect; it takes from the stored
// hours only the settings of their time (required sensors, offline time, running sensor and threshold, interval).

/**
 * Readings of the device under test, one for each frame and sensor: `evaluated` (judged live), `holds` (reports by
 * exception), `sent`, and `kind`: good, bad, disabled, scan.
 */
export const readingTable = `create temp table reading (
  layout int not null, path text not null, ts bigint not null, received_at bigint not null,
  evaluated boolean not null, holds boolean not null, sent boolean not null, kind text not null, value double precision)`;

const hour = 3_600_000;

/** $1: the device. Every minute that is not protected or not running as stored: empty when both agree. */
export const differences = `
with hours as materialized (
  select h.t0, h.offline_ms, h.running_path, h.running_above, h.interval_days, h.site_id, q.paths, h.running_minutes, h.protected_minutes,
    h.causes, h.cause_paths, h.cause_minutes
  from protection_hour h join protection_required q on q.id = h.required_id where h.device_id = $1),
minutes as materialized (
  select h.t0, m.n, int8range(h.t0 + m.n * 60000, h.t0 + m.n * 60000 + 60000) as span from hours h cross join generate_series(0, 59) as m (n)),
device as (
  select d.id, d.site_id, p.since_at, (extract(epoch from d.created_at) * 1000)::bigint as added_at,
    coalesce((extract(epoch from d.removed_at) * 1000)::bigint, 9000000000000000) as removed_at
  from device d join protection_device p on p.device_id = d.id where d.id = $1),
frames as materialized (
  select ts, layout, bool_or(evaluated) as evaluated, bool_or(holds) as holds, min(received_at) as received_at from reading group by ts, layout),
-- A frame in another layout ends what that one does not list.
left_at as materialized (
  select p.path, f.ts from (select distinct path from reading) p cross join frames f
  where not exists (select from reading r where r.ts = f.ts and r.path = p.path)),
timed as materialized (
  select r.*, h.offline_ms, h.running_above, h.running_path,
    r.evaluated and r.received_at - r.ts <= h.offline_ms as counts
  from reading r join hours h on h.t0 = r.ts / ${hour} * ${hour}),
fresh_from as (
  select path, ts, kind, holds, offline_ms,
    lead(ts) over (partition by path order by ts) as next_ts from timed where counts and (sent or holds)),
fresh as materialized (
  select f.path, range_agg(int8range(f.ts, least(case when f.holds then null else f.ts + f.offline_ms end, f.next_ts,
    (select min(l.ts) from left_at l where l.path = f.path and l.ts > f.ts)))) as spans
  from fresh_from f where f.kind <> 'bad' group by f.path),
state_from as (select path, ts, kind, lead(ts) over (partition by path order by ts) as next_ts from timed),
states as materialized (
  select s.path, s.kind, range_agg(int8range(s.ts, least(s.next_ts,
    (select min(l.ts) from left_at l where l.path = s.path and l.ts > s.ts)))) as spans
  from state_from s where s.kind in ('disabled', 'scan') group by s.path, s.kind),
heard_frames as (
  select f.ts, f.received_at, f.holds, h.offline_ms from frames f join hours h on h.t0 = f.ts / ${hour} * ${hour} where f.evaluated),
heard as (
  select range_agg(int8range(case when received_at - ts <= offline_ms then least(ts, received_at) else received_at end,
    case when holds then null else greatest(received_at + offline_ms, ts) end)) as spans from heard_frames),
ended as (
  select range_agg(int8range(e.at, (select min(b.at) from (
      select at from event where device_id = $1 and type = 'device_online' union all select received_at from heard_frames) b
    where b.at >= e.at))) as spans
  from event e where e.device_id = $1 and e.type = 'device_offline'),
run_from as (
  select ts, value, holds, offline_ms, running_above, lead(ts) over (order by ts) as next_ts
  from timed where path = running_path and (sent or holds)),
known as (
  select int8range(ts, least(case when holds then null else ts + offline_ms end, next_ts)) as span,
    running_above is not null and value > running_above as is_on from run_from where value is not null),
runs as (select range_agg(span) filter (where is_on) as spans, range_agg(span) as known from known),
facts as (
  select int8range(from_at, least(until_at + 150000, lead(from_at) over (order by from_at))) as span, is_suspended, is_reached, others
  from protection_fact where device_id = $1),
seen as (select range_agg(span) as spans from facts),
shelved as (
  select nullif(concat_ws('.', group_id, sensor_id), '') as path, int8range(started_at, coalesce(ended_at, until)) as span
  from shelf where device_id = $1),
out as (
  select o.path, o.site_id, int8range((extract(epoch from o.since) * 1000)::bigint, (extract(epoch from o.ended_at) * 1000)::bigint) as span
  from out_of_service_span o where o.device_id = $1 or o.site_id is not null),
dead as (
  select path, int8multirange(int8range(since, (extract(epoch from ended_at) * 1000)::bigint))
    - case when dismissed_at is null then int8multirange() else int8multirange(int8range((extract(epoch from dismissed_at) * 1000)::bigint,
      (extract(epoch from dismissed_until) * 1000)::bigint)) end as spans
  from sensor_suspicion where device_id = $1),
passed as (
  select group_id || '.' || sensor_id as path, at from maintenance_test where device_id = $1 and step = 'maintanance_succeeded'),
testing as (
  select group_id || '.' || sensor_id as path, int8range(min(started_at), max(at) filter (where step <> 'maintenance_expect_alarm_on'
    and step <> 'maintenance_expect_alarm_off' and step <> 'comment')) as span
  from maintenance_test where device_id = $1 group by test_id, 1),
-- Whether a minute counts and runs; unknown: no part of it is known to run, and not all of it is known.
running as materialized (
  select m.t0, m.n, m.span, h.paths, h.interval_days, h.site_id,
    h.running_path is null or coalesce(r.spans && m.span, false) as is_on,
    h.running_path is not null and not coalesce(r.spans && m.span, false) and not coalesce(r.known @> m.span, false) as is_unknown
  from minutes m join hours h on h.t0 = m.t0 cross join device d cross join runs r
  where lower(m.span) >= d.since_at and upper(m.span) <= d.removed_at),
on_minutes as materialized (select * from running where is_on),
sensor_minutes as materialized (
  select r.t0, r.n, r.span, r.interval_days, s.path from on_minutes r cross join lateral unnest(r.paths) as s (path)),
candidates as (
  select t0, n, 0 as cause, '' as path from running where is_unknown
  union all select r.t0, r.n, 1, '' from on_minutes r cross join heard h cross join ended e
    where not coalesce(h.spans @> r.span, false) or coalesce(e.spans && r.span, false)
  union all select r.t0, r.n, 2, '' from on_minutes r where exists (select from facts f where f.is_suspended and f.span && r.span)
  union all select r.t0, r.n, 3, '' from on_minutes r where exists (select from out o where o.path is null
    and (o.site_id is null or o.site_id = r.site_id) and o.span && r.span)
  union all select r.t0, r.n, 4, '' from on_minutes r where cardinality(r.paths) = 0
  union all select s.t0, s.n, 5, s.path from sensor_minutes s left join fresh f using (path) where not coalesce(f.spans @> s.span, false)
  union all select s.t0, s.n, 6, s.path from sensor_minutes s where exists (select from shelved v
    where (v.path is null or v.path = s.path or s.path like v.path || '.%') and v.span && s.span)
  union all select s.t0, s.n, 7, s.path from sensor_minutes s where exists (select from out o where o.path = s.path and o.span && s.span)
  union all select s.t0, s.n, 8, s.path from sensor_minutes s join states t on t.path = s.path and t.kind = 'disabled' and t.spans && s.span
  union all select s.t0, s.n, 9, s.path from sensor_minutes s join states t on t.path = s.path and t.kind = 'scan' and t.spans && s.span
  union all select s.t0, s.n, 10, s.path from sensor_minutes s where exists (select from dead d where d.path = s.path and d.spans && s.span)
  union all select s.t0, s.n, 11, s.path from sensor_minutes s cross join device d
    where split_part(s.path, '.', 2) not in ('18000', '21000') and not coalesce((select
        range_agg(int8range(p.at, p.at + s.interval_days * 86400000::bigint)) from (
          select at from passed p where p.path = s.path union all select d.added_at) p) @> s.span, false)
  union all select s.t0, s.n, 12, s.path from sensor_minutes s cross join seen e
    where not coalesce(e.spans @> s.span, false)
      or exists (select from facts f where f.span && s.span and (s.path = any (f.others)) = f.is_reached)
      or exists (select from testing t where t.path = s.path and t.span && s.span)),
owned as (select distinct on (t0, n) t0, n, cause, path from candidates order by t0, n, cause, path collate "C"),
-- Place 7 of this list (a sensor out of service) has the number of place 3 in the stored list.
counted as (
  select t0, (n / 15)::int as quarter, case when cause < 7 then cause when cause = 7 then 3 else cause - 1 end as cause, path,
    count(*)::int as minutes from owned group by 1, 2, 3, 4),
stored as (
  select h.t0, g.quarter, c.cause::int, c.path, h.cause_minutes[4 * (c.place - 1) + g.quarter + 1]::int as minutes
  from hours h cross join generate_series(0, 3) as g (quarter)
    cross join lateral unnest(h.causes, h.cause_paths) with ordinality as c (cause, path, place)
  where h.cause_minutes[4 * (c.place - 1) + g.quarter + 1] > 0),
ran as (
  select t0, (n / 15)::int as quarter, count(*)::int as minutes from running where is_on or is_unknown group by 1, 2),
stored_ran as (
  select h.t0, g.quarter, h.running_minutes[g.quarter + 1]::int as minutes from hours h cross join generate_series(0, 3) as g (quarter)
  where h.running_minutes[g.quarter + 1] > 0)
select 'only in SQL' as side, * from (select t0, quarter, cause, path, minutes from counted except select * from stored) a
union all select 'only stored', * from (select * from stored except select t0, quarter, cause, path, minutes from counted) b
union all select 'running in SQL', t0, quarter, null, '', minutes from (select * from ran except select * from stored_ran) c
union all select 'running stored', t0, quarter, null, '', minutes from (select * from stored_ran except select * from ran) d
order by 2, 3, 1`;
