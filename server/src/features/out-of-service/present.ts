import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { type OutOfServiceRow, presentOutOfService } from '@tocsin/contract/out-of-service';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { OutOfServiceRecord } from './store.ts';

/** A row as replies show it, with what the reader may do at its site. */
export function presentRow(row: OutOfServiceRecord, who: Principal, now: number): OutOfServiceRow {
  const site = { siteId: SiteId.parse(row.site_id), clientId: ClientId.parse(row.client_id) };
  const { device_id: deviceId, path } = row;
  const fields = presentOutOfService(row);
  if (!fields) throw new Error('a row without its fields');
  return {
    id: row.id,
    client: site.clientId,
    location: site.siteId,
    location_name: row.site_name,
    location_timezone: row.timezone,
    device: deviceId === null ? null : DeviceId.parse(deviceId),
    device_name: row.device_name,
    sensor: path,
    sensor_name: row.sensor_name ?? path,
    ...fields,
    is_overdue: row.review_at.getTime() <= now,
    permissions: permissionsOf('site', who, { ...site, isSuspended: false }),
  };
}
