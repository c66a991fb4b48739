import { ClientId, SiteId } from '@tocsin/contract/ids';
import { presentOutOfService } from '@tocsin/contract/out-of-service';
import type { Site } from '@tocsin/contract/sites';
import { DeviceStatus } from '@tocsin/contract/status';
import { permissionsOf } from '../../access/permissions.ts';
import { canEdit, type Principal } from '../../access/principal.ts';
import type { Catalog, ReadDeviceSummary } from '../../pipeline/catalog.ts';
import type { SiteRow } from './store.ts';

export type DeviceCounts = Site['devices'];
const none: DeviceCounts = { total: 0, alarm: 0, warning: 0, offline: 0, suspended: 0 };

/** Number and states of each site's devices, from the device catalog without database queries. */
export function countDevices(
  catalog: Catalog,
  deviceSummary: ReadDeviceSummary,
  siteIds: ReadonlySet<number>,
): Map<number, DeviceCounts> {
  const counts = new Map<number, DeviceCounts>();
  for (const device of catalog.all()) {
    if (!siteIds.has(device.siteId)) continue;
    const count = counts.get(device.siteId) ?? { ...none };
    counts.set(device.siteId, count);
    const now = deviceSummary(device.id);
    count.total++;
    if (device.suspended) count.suspended++;
    else if (!now?.online) count.offline++;
    else if (now.status === DeviceStatus.enum.Alarm) count.alarm++;
    else if (now.status === DeviceStatus.enum.WARNING) count.warning++;
  }
  return counts;
}

export interface SiteView {
  readonly counts: ReadonlyMap<number, DeviceCounts>;
  readonly mailed: ReadonlySet<number>;
}

export function presentSite(row: SiteRow, who: Principal, view: SiteView): Site {
  const siteId = SiteId.parse(row.id);
  const clientId = ClientId.parse(row.client_id);
  return {
    id: siteId,
    client: clientId,
    client_company: row.company,
    title: row.title,
    address: row.address,
    full_name: row.full_name,
    email: row.email,
    mobile: row.mobile,
    timezone: row.timezone,
    latitude: row.latitude,
    longitude: row.longitude,
    is_suspended: row.is_suspended,
    out_of_service: presentOutOfService(row.out_of_service),
    is_active: row.removed_at === null,
    proof_interval_days: row.proof_interval_days,
    date_created: row.created_at.toISOString(),
    version: row.version,
    removed_at: row.removed_at?.toISOString() ?? null,
    can_edit: canEdit(who, { siteId, clientId }),
    permissions: permissionsOf('site', who, { siteId, clientId, isSuspended: row.is_suspended }),
    alarms_are_mailed: view.mailed.has(siteId),
    emergency: { name: row.alternative_name, email: row.alternative_email, phone: row.alternative_phone },
    devices: view.counts.get(siteId) ?? none,
  };
}
