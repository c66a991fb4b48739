import type { Notification } from '@tocsin/contract/live';
import type { MachineAlarm, MachineGraph, MachineMaintenance } from '@tocsin/contract/schemas';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import type { Who } from '../../policy/who.ts';
import type { LiveOf } from './sensors.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Counted<T> {
  readonly count: number;
  readonly results: readonly T[];
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
  /** Active notifications of these devices: of the named sensors, or of the device itself. */
  readonly activeNotifications: (who: Who, sensors: readonly SensorOf[], page: Page) => Promise<Counted<Notification>>;
  /** When one of the sensors was last in alarm (unix ms), and whether one is now. */
  readonly lastAlarm: (sensors: readonly SensorOf[]) => Promise<{ at: number | null; isActive: boolean }>;
  readonly maintenance: (sensors: readonly SensorOf[], page: Page) => Promise<Counted<MaintenanceEntry>>;
  /** The last 24 hours of sensors in slots of 12 minutes, in the shown unit. */
  readonly dayGraphs: (sensors: readonly SensorOf[], nowMs: number) => Promise<readonly DayGraph[]>;
}

export interface MaintenanceEntry extends Omit<MachineMaintenance, 'date_created'> {
  readonly atMs: number;
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
