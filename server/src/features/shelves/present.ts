import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import type { Shelf } from '@tocsin/contract/shelves';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import { loadDevice } from '../../access/store.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findShelf, type ShelfRecord } from './store.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/** The device of a shelf, for the authorization table. */
const deviceOf = (row: ShelfRecord): DeviceSubject => ({
  deviceId: DeviceId.parse(row.device_id),
  siteId: SiteId.parse(row.site_id),
  clientId: ClientId.parse(row.client_id),
  isSuspended: row.is_suspended,
  shownType: row.shown_type,
});

/** A shelf as replies show it, with what the reader may do. */
export function presentShelf(row: ShelfRecord, who: Principal): Shelf {
  const { group_id: groupId, sensor_id: sensorId } = row;
  return {
    id: row.id,
    device: row.device_id,
    device_name: row.device_name,
    client: row.client_id,
    client_name: row.client_name,
    location: row.site_id,
    location_name: row.site_name,
    location_timezone: row.site_zone,
    sensor: groupId !== null && sensorId !== null ? sensorPathOf(groupId, sensorId) : null,
    node: sensorId === null ? groupId : null,
    rule: row.rule_id,
    title: row.title,
    covers_alarms: row.covers_alarms,
    reason_code: row.reason_code,
    reason: row.reason,
    priority: row.priority,
    started_at: iso(row.started_at),
    first_from: iso(row.first_from),
    until: iso(row.until),
    shelved_by: row.user_name,
    is_active: row.ended_at === null,
    ended_at: row.ended_at === null ? null : iso(row.ended_at),
    ended_by: row.ended_by,
    end_reason: row.end_reason,
    permissions: permissionsOf('device', who, deviceOf(row)),
  };
}

/** Loads the device of a shelf for authorization. */
export async function loadShelf(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const shelf = await findShelf(db, id);
  return shelf && (await loadDevice(db, shelf.device_id));
}
