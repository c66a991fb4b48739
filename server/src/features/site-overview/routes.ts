import type { LedgerRow } from '@tocsin/contract/maintenance';
import { type DeviceOverview, endpoints, lastWarningMs, type SiteOverview } from '@tocsin/contract/site-overview';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Catalog, ReadDeviceSummary } from '../../pipeline/catalog.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { createProofCounts, noProof, type SiteProof } from './proof.ts';
import { activeOf, type DeviceRow, devicesOf, sitesOf } from './store.ts';

export interface SiteOverviewDependencies extends DbAndClock {
  readonly catalog: Pick<Catalog, 'all'>;
  readonly deviceSummary: ReadDeviceSummary;
  /** The proof-test ledger of a site. */
  readonly ledger: (siteId: number, now: number) => Promise<readonly LedgerRow[]>;
}

/** Adds the summary of each site or device that lists and walls show. */
export const addSiteOverviewRoutes = (api: Api, dependencies: SiteOverviewDependencies): void => {
  const { db, clock } = dependencies;
  const proofOf = createProofCounts(clock, dependencies.ledger);

  route(api, endpoints.sites, async ({ who, query, selection }) => {
    const { ids, count } = await sitesOf(db, scopeOf(who, (await selection()).clientId), query);
    const [active, proof] = await Promise.all([activeOf(db, ids, isOemOrSuper(who), clock.now()), proofOf(ids)]);
    const newest = newestFrames(dependencies, new Set(ids));
    const countsOf = new Map(active.map(({ site_id, ...counts }) => [site_id, counts]));
    const results = ids.map(
      (id): SiteOverview => ({
        id,
        ...(countsOf.get(id) ?? { alarms: 0, warnings: 0, unacknowledged: 0 }),
        proof: proof.get(id)?.total ?? noProof,
        last_frame_at: iso(newest.get(id) ?? null),
      }),
    );
    return { count, results };
  });

  route(api, endpoints.devices, async ({ who, params, query }) => {
    const warnedSince = clock.now() - lastWarningMs;
    const place = { siteId: params.id, seesSuspended: isOemOrSuper(who), warnedSince };
    const [{ rows, count }, proof] = await Promise.all([devicesOf(db, place, query), proofOf([params.id])]);
    return { count, results: rows.map((row) => presentDevice(row, proof.get(params.id))) };
  });
};

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function presentDevice(row: DeviceRow, proof: SiteProof | undefined): DeviceOverview {
  return {
    id: row.id,
    alarms: row.alarms,
    warnings: row.warnings,
    proof: proof?.byDevice.get(row.id) ?? noProof,
    last_alarm: presentLast(row.last_at, row.last_active, row.last_ended_at, row.last_sensor),
    last_warning: presentLast(row.warned_at, row.warning_active, row.warning_ended_at, row.warning_sensor),
  };
}

const presentLast = (
  at: number | null,
  isActive: boolean | null,
  endedAt: number | null,
  sensor: string | null,
): DeviceOverview['last_alarm'] =>
  at === null
    ? null
    : { at: new Date(at).toISOString(), ended_at: isActive ? null : iso(endedAt), sensor_name: sensor };

/** When the newest frame of any device of each site arrived, from memory. */
function newestFrames(
  { catalog, deviceSummary }: Pick<SiteOverviewDependencies, 'catalog' | 'deviceSummary'>,
  siteIds: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const device of catalog.all()) {
    if (!siteIds.has(device.siteId)) continue;
    const seenAt = deviceSummary(device.id)?.lastSeenAt ?? null;
    if (seenAt !== null) newest.set(device.siteId, Math.max(seenAt, newest.get(device.siteId) ?? 0));
  }
  return newest;
}
