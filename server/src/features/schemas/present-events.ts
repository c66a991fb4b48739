import type { Notification } from '@tocsin/contract/live';
import type { MachineAlarm, MachineMaintenance } from '@tocsin/contract/schemas';
import type { MaintenanceRow } from './store-events.ts';

/** An event as the machine page lists it. */
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
  priority: notification.priority,
});

/** One line: the step, the person and the comment. */
export const maintenanceOf = (row: MaintenanceRow): MachineMaintenance => ({
  id: row.id,
  date_created: Math.floor(row.at / 1000),
  content:
    [row.content, row.comment].filter((text) => text !== '').join(': ') + (row.user_name ? ` (${row.user_name})` : ''),
  sensor_name: row.sensor_name,
  device_name: row.device_name,
});
