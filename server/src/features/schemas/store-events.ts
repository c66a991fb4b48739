import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { SensorOf } from './dependencies.ts';

/** Events of a machine's sensors. The pipeline writes these tables; schemas read them. */

type Source = 'event' | 'maintenance_test';

/** Rows of these sensors; `ownDevices` adds rows of their devices that name no sensor. */
function ofSensors(source: Source, sensors: readonly SensorOf[], ownDevices: boolean): RawBuilder<SqlBool> {
  const row = sql.raw(source);
  const devices = sensors.map((sensor) => sensor.deviceId);
  const groups = sensors.map((sensor) => sensor.path.split('.')[0] ?? '');
  const names = sensors.map((sensor) => sensor.path.split('.')[1] ?? '');
  const own = ownDevices ? sql`or (${row}.sensor_id is null and ${row}.device_id = any(${devices}::int[]))` : sql``;
  return sql`((${row}.device_id, ${row}.group_id, ${row}.sensor_id) in
    (select * from unnest(${devices}::int[], ${groups}::text[], ${names}::text[])) ${own})`;
}

/** Events of a suspended site or device are visible to OEM and super users only. */
const isVisible = (seesSuspended: boolean): RawBuilder<SqlBool> =>
  seesSuspended
    ? sql`true`
    : sql`exists (select 1 from device d join site s on s.id = d.site_id
        where d.id = event.device_id and not d.is_suspended and not s.is_suspended)`;

/** Ids of active events of these sensors and their devices, most urgent and then newest first, and their number. */
export async function activeEvents(
  db: Db,
  sensors: readonly SensorOf[],
  seesSuspended: boolean,
  page: Section,
): Promise<{ count: number; ids: number[] }> {
  const conditions = sql`event.is_active and not event.is_late and ${ofSensors('event', sensors, true)}
    and ${isVisible(seesSuspended)}`;
  const order = sql`coalesce(event.priority, 5), event.at desc, event.id desc`;
  const selection = sql<{ id: number }>`select event.id from event where ${conditions}`;
  const { count, rows } = await query(db).list(selection, order, page);
  return { count, ids: rows.map((row) => row.id) };
}

/** When one of the sensors last went into alarm, unix ms; tests do not count. */
export async function lastAlarm(
  db: Db,
  sensors: readonly SensorOf[],
): Promise<{ at: number | null; isActive: boolean }> {
  const { rows } = await sql<{ at: number | null; active: boolean | null }>`
    select max(event.at) as at, bool_or(event.is_active) as active from event
    where event.type = 'alarm_on' and not event.is_test and ${ofSensors('event', sensors, false)}`.execute(db);
  return { at: rows[0]?.at ?? null, isActive: rows[0]?.active ?? false };
}

export interface MaintenanceRow {
  readonly id: number;
  readonly at: number;
  readonly content: string;
  readonly comment: string;
  readonly user_name: string;
  readonly sensor_name: string;
  readonly device_name: string;
}

/** The steps of the sensors' maintenance tests, newest first. */
export const maintenanceSteps = (db: Db, sensors: readonly SensorOf[], page: Section) => {
  const steps = sql<MaintenanceRow>`
    select maintenance_test.id, maintenance_test.at, coalesce(event.content, maintenance_test.step) as content,
      maintenance_test.comment, maintenance_test.user_name, maintenance_test.sensor_name, maintenance_test.device_name
    from maintenance_test left join event on event.device_id = maintenance_test.device_id and event.id = maintenance_test.id
    where ${ofSensors('maintenance_test', sensors, false)}`;
  return query(db).list(steps, sql`maintenance_test.at desc, maintenance_test.id desc`, page);
};
