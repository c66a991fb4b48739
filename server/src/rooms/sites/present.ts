import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { Site } from '@tocsin/contract/sites';
import type { Catalog, Glance } from '../../flow/catalog.ts';
import { canEdit, type Who } from '../../policy/who.ts';
import type { SiteRow } from './store.ts';

export type DeviceCounts = Site['devices'];
const none: DeviceCounts = { total: 0, alarm: 0, warning: 0, offline: 0, suspended: 0 };

/** How many devices each site has and how they are now: one walk over the line's picture, no question to the database. */
export function countDevices(
  catalog: Catalog,
  glance: Glance,
  siteIds: ReadonlySet<number>,
): Map<number, DeviceCounts> {
  const counts = new Map<number, DeviceCounts>();
  for (const device of catalog.all()) {
    if (!siteIds.has(device.siteId)) continue;
    const count = counts.get(device.siteId) ?? { ...none };
    counts.set(device.siteId, count);
    const now = glance(device.id);
    count.total++;
    if (device.suspended) count.suspended++;
    else if (!now?.online) count.offline++;
    else if (now.status === 'Alarm') count.alarm++;
    else if (now.status === 'WARNING') count.warning++;
  }
  return counts;
}

export interface SiteView {
  readonly counts: ReadonlyMap<number, DeviceCounts>;
  readonly mailed: ReadonlySet<number>;
}

export function presentSite(row: SiteRow, who: Who, view: SiteView): Site {
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
    is_suspended: row.is_suspended,
    is_active: row.removed_at === null,
    proof_interval_days: row.proof_interval_days,
    date_created: row.created_at.toISOString(),
    version: row.version,
    removed_at: row.removed_at?.toISOString() ?? null,
    can_edit: canEdit(who, { siteId, clientId }),
    alarms_are_mailed: view.mailed.has(siteId),
    emergency: { name: row.alternative_name, email: row.alternative_email, phone: row.alternative_phone },
    devices: view.counts.get(siteId) ?? none,
  };
}
