import type { Found } from '@tocsin/contract/find';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';

interface Search {
  readonly scope: Scope;
  /** In the form of searchText, at least one. */
  readonly words: readonly string[];
  /** Its places come before equal ones of other sites. */
  readonly siteId: number | null;
  /** Only some see suspended sites and devices. */
  readonly seesSuspended: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of what a search finds, best match first: the start of a name, then of a word in it, then anywhere, then by
 * place; of equals the selected site, sites before devices before sensors.
 */
export async function findPlaces(db: Db, search: Search): Promise<{ readonly rows: Found[]; readonly count: number }> {
  const { scope, words, siteId, seesSuspended, limit, offset } = search;
  const first = words[0] ?? '';
  const patterns = words.map(likePattern);
  const start = likePattern(first).slice(1);
  const { rows } = await sql<Found & { readonly count: number }>`with seen as (
      select d.id, d.title, d.site_id, s.title as site_title from device d join site s on s.id = d.site_id
      where ${inScope(scope)} and d.removed_at is null and s.removed_at is null
        and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    ), named as (
      select 'site' as kind, 1 as place, s.title, '' as about, s.id as site_id, null::int as device_id,
        null::text as sensor_id, '' as within
      from site s where ${inScope(scope)} and s.removed_at is null
      union all select 'device', 2, d.title, d.site_title, d.site_id, d.id, null, '' from seen d
      union all select 'sensor', 3, coalesce(n.label, sensor ->> 'name'), d.title || ', ' || d.site_title, d.site_id,
        d.id, p.path, coalesce((select (g ->> 'name') || ', ' from jsonb_array_elements(l.groups) g
          where g ->> 'id' = sensor ->> 'groupId' limit 1), '')
      from seen d join device_latest b on b.device_id = d.id
        join device_layout l on l.device_id = d.id and l.layout_id = b.layout_id
        cross join lateral jsonb_array_elements(l.sensors) sensor
        cross join lateral (select (sensor ->> 'groupId') || '.' || (sensor ->> 'sensorId') as path) p
        left join sensor_label n on n.device_id = d.id and n.path = p.path
    ), matching as (
      select named.*, case when search_text(title) like ${start} then 0 when search_text(title) like ${`% ${start}`} then 1
        when search_text(title) like ${likePattern(first)} then 2 else 3 end as score
      from named where search_text(title || ' ' || about) like all(${patterns})
    ), page as (
      select *, count(*) over ()::int as count, row_number() over (order by score, place,
        site_id is distinct from ${siteId}::int, lower(title), device_id, sensor_id) as rank
      from matching order by rank limit ${limit} offset ${offset}
    )
    select kind, title, within || about as about, site_id, device_id, sensor_id, count from page order by rank`.execute(
    db,
  );
  return { rows: rows.map(({ count: _, ...found }) => found), count: rows[0]?.count ?? 0 };
}
