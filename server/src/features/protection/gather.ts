import type { LiveDevice } from '@tocsin/contract/live';
import type { LedgerRow } from '@tocsin/contract/maintenance';
import type { Proven } from '@tocsin/contract/protection';
import type { Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { mapSome } from '../../platform/each.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { DeviceRow, Entry, Facts, OutOfServiceFact, SiteRow, UnevaluatedFact } from './facts.ts';
import { provenOf, provenWithinMs } from './proven.ts';
import { entriesOf, sensorsOf, stillConcerns } from './rules.ts';
import * as store from './store.ts';
import { designsOfDevices } from './store-designs.ts';
import { ownersOfDevices } from './store-owners.ts';
import { seenOf } from './store-seen.ts';
import { openSuspicions, type ScanRow, type SuspicionRecord, scansOf, sharesBefore } from './store-suspicions.ts';

/** A maintenance test fails by itself after nine minutes. */
const testMs = 20 * 60_000;
/** Live documents that are asked for at the same time. */
const documentsAtOnce = 8;

export interface GatherDependencies {
  readonly db: Db;
  /** The live document of a device; undefined when it has never reported. */
  readonly live: (deviceId: number) => Promise<LiveDevice | undefined> | LiveDevice | undefined;
  /** The proof-test ledger of a site. */
  readonly ledger: (siteId: number, now: number) => Promise<readonly LedgerRow[]>;
  /** Sensors out of service, and the reasons of suspended devices and sites. */
  readonly outOfService?: ((siteIds: readonly number[]) => Promise<readonly OutOfServiceFact[]>) | undefined;
  /** Rules that cannot be evaluated by a device's stored state: since when (unix ms), by id. */
  readonly unevaluatedOf: (state: string) => ReadonlyMap<number, number>;
}

/** What does not protect now at the sites of a scope, and the proof of life of their sensors. */
export interface Gathered {
  readonly now: number;
  readonly sites: readonly SiteRow[];
  readonly devices: readonly DeviceRow[];
  readonly entries: readonly Entry[];
  readonly proven: Proven;
  readonly scans: readonly ScanRow[];
}

/** Derives all entries from the live state and the tables. */
export async function gather(dependencies: GatherDependencies, scope: Scope, now: number): Promise<Gathered> {
  const { db } = dependencies;
  const sites = await store.sitesOf(db, scope);
  const siteIds = sites.map(({ id }) => id);
  const devices = await store.devicesOf(db, siteIds);
  const deviceIds = devices.map(({ id }) => id);
  const [
    live,
    ledgers,
    records,
    outages,
    suspensions,
    reasons,
    shelves,
    tests,
    unevaluated,
    seen,
    scans,
    alarmed,
    owners,
    designs,
  ] = await Promise.all([
    documentsOf(dependencies, deviceIds),
    Promise.all(siteIds.map((id) => dependencies.ledger(id, now))),
    openSuspicions(db, scope),
    store.outagesOf(db, siteIds),
    store.suspensionsOf(db, siteIds),
    dependencies.outOfService?.(siteIds) ?? [],
    store.shelvesOf(db, siteIds),
    store.testsOf(db, siteIds, now - testMs),
    unevaluatedRules(dependencies, siteIds),
    seenOf(db, deviceIds),
    scansOf(db, deviceIds),
    store.alarmedSince(db, siteIds, now - provenWithinMs),
    ownersOfDevices(db, deviceIds),
    designsOfDevices(db, deviceIds),
  ]);
  const suspicions = records.filter((one) => !isDismissed(one, now));
  const ledger = ledgers.flat();
  const facts: Facts = {
    now,
    sites,
    devices,
    live,
    ledger,
    suspicions,
    outages,
    // A recorded reason comes before what the audit log says of a suspension.
    outOfService: [...reasons, ...suspensions],
    shelves,
    tests,
    unevaluated,
    seen: refined(seen, scans),
    owners,
    designs,
  };
  const today = toZonedIso(now, 'UTC').slice(0, 10);
  const inService = devices.filter((device) => !device.is_suspended && !isSuspendedSite(sites, device.site_id));
  return {
    now,
    sites,
    devices,
    entries: entriesOf(facts),
    scans,
    proven: provenOf({
      now,
      devices: inService.map((device) => ({ ...device, sensors: sensorsOf(device, live.get(device.id)) })),
      ledger,
      scans,
      alarmed,
      suspicions: suspicions.filter((one) => {
        const device = devices.find(({ id }) => id === one.deviceId);
        return device !== undefined && stillConcerns(device, one);
      }),
      before: await sharesBefore(db, siteIds, today),
    }),
  };
}

/** A sensor with several such rules is one entry, since the earliest. */
async function unevaluatedRules(
  { db, unevaluatedOf }: GatherDependencies,
  siteIds: readonly number[],
): Promise<UnevaluatedFact[]> {
  return (await store.conditionalRulesOf(db, siteIds)).flatMap(({ device_id: deviceId, state, rules }) => {
    const since = unevaluatedOf(state);
    const paths = new Map<string, number>();
    for (const { id, path } of rules) {
      const at = since.get(id);
      if (at !== undefined) paths.set(path, Math.min(at, paths.get(path) ?? at));
    }
    return [...paths].map(([path, at]) => ({ deviceId, path, since: at }));
  });
}

export const isDismissed = ({ dismissal }: SuspicionRecord, now: number): boolean =>
  dismissal !== null && dismissal.until > now;

const isSuspendedSite = (sites: readonly SiteRow[], id: number): boolean =>
  sites.find((site) => site.id === id)?.is_suspended ?? true;

async function documentsOf(
  { live }: GatherDependencies,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LiveDevice>> {
  const documents = await mapSome(ids, documentsAtOnce, async (id) => [id, await live(id)] as const);
  return new Map(documents.flatMap(([id, document]) => (document ? [[id, document]] : [])));
}

/** The nightly scan reads from history since when a sensor has been inactive; what was seen live is not earlier. */
function refined(seen: Facts['seen'], scans: readonly ScanRow[]): Facts['seen'] {
  const lives = new Map(scans.map((scan) => [scan.device_id, scan.lives]));
  return seen.map((one) => {
    const since = lives.get(one.deviceId)?.[one.path]?.inactiveSince ?? null;
    return since !== null && since <= one.since ? { ...one, since, isExact: true } : one;
  });
}
