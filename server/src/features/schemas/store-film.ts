import { type FilmEvent, maxFilmEvents } from '@tocsin/contract/film';
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

/** What began at these devices in a half-open range at a site, oldest first. */
export const eventsBetween = (
  db: Db,
  siteId: number,
  deviceIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<FilmEvent[]> =>
  query(db).all(sql<FilmEvent>`select id, at, ended_at, type as event_type, device_name as device,
      device_id, sensor_name as sensor,
      case when sensor_id is not null then device_id || '.' || group_id || '.' || sensor_id end as full_sensor_id, content
    from event where site_id = ${siteId} and device_id = any(${[...deviceIds]}::int[]) and at >= ${from} and at < ${to}
      and type in ('alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared') and not is_test
    order by at, id limit ${maxFilmEvents}`);
