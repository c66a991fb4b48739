import type { Notification } from '@tocsin/contract/live';
import type { MachineAlarm, MachineGraph, MachineMaintenance } from '@tocsin/contract/schemas';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import type { LiveOf } from './sensors.ts';
import type { MaintenanceRow } from './store-events.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A sensor of a device, `groupId.sensorId`. */
export interface SensorOf {
  readonly deviceId: number;
  readonly path: string;
}

/** What this room needs from the line and from other rooms; main.ts hands it over. */
export interface SchemaParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: LiveOf;
  /** Events of the log as notifications, in the order of the ids. */
  readonly notifications: (eventIds: readonly number[]) => Promise<readonly Notification[]>;
  /** The last 24 hours of sensors in slots of 12 minutes, in the shown unit. */
  readonly dayGraphs: (sensors: readonly SensorOf[], nowMs: number) => Promise<readonly DayGraph[]>;
}

export interface DayGraph extends SensorOf {
  readonly points: MachineGraph['data'];
}

export const alarmOf = (notification: Notification): MachineAlarm => ({
  id: notification.id,
  pk: notification.pk,
  forebear_pk: notification.forebear_pk,
  event_type: notification.event_type,
  event_type_label: notification.event_type_label,
  date_created: Math.floor(Date.parse(notification.date_created) / 1000),
  sensor_name: notification.sensor_name,
  full_sensor_id: notification.full_sensor_id,
  device_name: notification.device,
  device_id: notification.device_id as MachineAlarm['device_id'],
  content: notification.content,
});

/** What was done, by whom, and what they wrote: one line. */
export const maintenanceOf = (row: MaintenanceRow): MachineMaintenance => ({
  id: row.id,
  date_created: Math.floor(row.at / 1000),
  content:
    [row.content, row.comment].filter((text) => text !== '').join(': ') + (row.user_name ? ` (${row.user_name})` : ''),
  sensor_name: row.sensor_name,
  device_name: row.device_name,
});
