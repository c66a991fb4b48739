import { type FilmEvent, longestFilmEventsMs, maxFilmEvents } from '@tocsin/contract/film';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

export interface StoodSchema {
  readonly id: number;
  readonly name: string;
  readonly published_at: Date;
}
/** The schema that was published last at a moment; the current one when none was published yet. */
export async function schemaAt(db: Db, siteId: number, at: number): Promise<StoodSchema | undefined> {
  const moment = new Date(at);
  return await query(db).first(sql<StoodSchema>`select id, name, published_at from schema
    where site_id = ${siteId} and is_published and published_at is not null
    order by published_at > ${moment}, published_at desc, id desc limit 1`);
}

export interface OfflineSpan {
  readonly device_id: number;
  readonly at: number;
  /** null: it is offline still. */
  readonly ended_at: number | null;
}
/** When devices were offline in a range, both ends included. */
export const offlineSpans = (db: Db, deviceIds: readonly number[], from: number, to: number): Promise<OfflineSpan[]> =>
  query(db).all(sql<OfflineSpan>`select device_id, at,
      case when is_active then null else ended_at end as ended_at
    from event where device_id = any(${[...deviceIds]}::int[]) and type = 'device_offline' and at <= ${to}
      and (is_active or ended_at > ${from}) order by at`);

/** What began at a site in a half-open range, or began in the day before it and still stood, oldest first. */
export const eventsBetween = (
  db: Db,
  siteId: number,
  seesSuspended: boolean,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<FilmEvent[]> =>
  query(db).all(sql<FilmEvent>`select e.id, e.at, e.ended_at, e.type as event_type, e.device_name as device,
      e.device_id, e.sensor_name as sensor, e.content, case when e.sensor_id is not null
        then e.device_id || '.' || e.group_id || '.' || e.sensor_id end as full_sensor_id
    from event e join device d on d.id = e.device_id and d.site_id = e.site_id and d.removed_at is null
      join site s on s.id = e.site_id and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    where e.site_id = ${siteId} and (e.at >= ${from - longestFilmEventsMs} or e.is_active)
      and e.at < ${to} and (e.at >= ${from} or e.is_active or e.ended_at > ${from})
      and e.type in ('alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared') and not e.is_test
    order by e.at, e.id limit ${maxFilmEvents}`);
