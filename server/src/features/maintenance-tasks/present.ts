import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { MaintenanceTask } from '@tocsin/contract/maintenance-tasks';
import { presentOffline } from '../../access/offline.ts';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { dayIn } from './rules.ts';
import { findTask, type TaskRow } from './store.ts';

/** The device of a task, for the authorization table. */
const deviceOf = (row: TaskRow): DeviceSubject => ({
  deviceId: DeviceId.parse(row.device_id),
  siteId: SiteId.parse(row.site_id),
  clientId: ClientId.parse(row.client_id),
  isSuspended: row.is_suspended,
  shownType: row.shown_type,
});

/** A task as replies show it, with what the reader may do. */
export const presentTask = (row: TaskRow, who: Principal, now: number): MaintenanceTask => ({
  id: row.id,
  event: row.event_id,
  event_type: row.event_type,
  event_at: new Date(row.event_at).toISOString(),
  content: row.content,
  device: row.device_id,
  device_name: row.device_name,
  sensor: row.path,
  sensor_name: row.sensor_name,
  location: row.site_id,
  location_name: row.site_name,
  location_timezone: row.zone,
  what: row.what,
  owner: { id: row.owner_id, name: row.owner_name },
  due: row.due,
  is_open: row.closed_at === null,
  is_overdue: row.closed_at === null && row.due < dayIn(now, row.zone),
  date_created: row.created_at.toISOString(),
  created_by: row.created_by,
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_by: row.closed_by,
  comment: row.comment,
  closed_offline: row.closed_at && presentOffline(row.closed_device_at, row.closed_offset_ms, row.closed_at),
  permissions: permissionsOf('task', who, deviceOf(row)),
});

/** Loads the device of a task for authorization. */
export async function loadTask(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const task = await findTask(db, id);
  return task && deviceOf(task);
}
