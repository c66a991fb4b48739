import type { Device } from '@tocsin/contract/devices';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { presentOutOfService } from '@tocsin/contract/out-of-service';
import { permissionsOf } from '../../access/permissions.ts';
import { canEdit, isManagerOn, isOemOrSuper, type Principal } from '../../access/principal.ts';
import type { ReadDeviceSummary } from '../../pipeline/catalog.ts';
import { stateOf } from './rules.ts';
import type { DeviceRow } from './store.ts';

/** `code` is set only where one device is requested by a person who can edit it. */
export function presentDevice(
  row: DeviceRow,
  who: Principal,
  deviceSummary: ReadDeviceSummary,
  code: string | null = null,
): Device {
  const id = DeviceId.parse(row.id);
  const site = { siteId: SiteId.parse(row.site_id), clientId: ClientId.parse(row.client_id) };
  const now = deviceSummary(id);
  const suspended = row.is_suspended || row.site_suspended;
  return {
    id,
    location: site.siteId,
    location_title: row.site_title,
    client: site.clientId,
    timezone: row.timezone,
    title: row.title,
    serial_number: row.serial_number,
    code,
    device_type: row.device_type,
    type: row.type,
    shown_type: row.shown_type,
    ip_address: row.ip_address,
    udf_id: row.udf_id,
    modbus_unit: row.modbus_unit,
    modbus_framing: row.modbus_framing,
    sender_id: row.sender_id,
    is_suspended: row.is_suspended,
    is_site_suspended: row.site_suspended,
    out_of_service: presentOutOfService(row.out_of_service),
    is_online: now?.online ?? false,
    is_emulated_as: row.is_emulated_as,
    key_sensor: row.key_sensor,
    state: stateOf({ suspended, online: now?.online ?? false }),
    status: now?.status ?? null,
    last_seen: now?.lastSeenAt == null ? null : new Date(now.lastSeenAt).toISOString(),
    date_created: row.created_at.toISOString(),
    version: row.version,
    removed_at: row.removed_at?.toISOString() ?? null,
    can_edit: canEdit(who, site),
    can_manage: isManagerOn(who, site),
    can_open: !suspended || isOemOrSuper(who),
    permissions: permissionsOf('device', who, {
      ...site,
      deviceId: id,
      isSuspended: suspended,
      shownType: row.shown_type,
    }),
  };
}
