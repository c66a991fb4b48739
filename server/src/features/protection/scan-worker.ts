import { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Evidence } from '@tocsin/contract/protection';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type GatherDependencies, gather } from './gather.ts';
import { sitesOf } from './store.ts';
import * as store from './store-suspicions.ts';

export const scanTask = 'protection-scan';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Contacts are suspected after 90 days without a change: one more day makes sure of them. */
const scannedDays = 91;
/** How often the job looks for devices whose night it is. */
export const scanEveryMs = 10 * 60_000;
/** The hour of the night at the site in which its devices are scanned. */
const nightHour = 1;
/** A device that missed its night is scanned at the next opportunity. */
const missedMs = 30 * hourMs;

/** What a scan of one device's history answers; see history/suspect. */
interface Scan {
  readonly suspicions: readonly { readonly path: string; readonly since: number; readonly evidence: Evidence }[];
  readonly lives: readonly (store.Life & { readonly path: string })[];
  readonly sensors: readonly { readonly path: string; readonly type: string; readonly unit: string }[];
}
type ScanOne = (deviceId: DeviceId, from: number, to: number) => Promise<Scan | null>;
/** Runs `work` with a thread that scans; the thread ends with it. */
export type ScanWith = <T>(work: (scan: ScanOne) => Promise<T>) => Promise<T>;

export interface ScanDependencies extends DbAndClock, GatherDependencies {
  readonly log: Log;
  readonly scanWith: ScanWith;
  /** The demo's history arrives while it runs: it is scanned every 5 minutes instead of every night. */
  readonly isDemo: boolean;
}

/** Scans the history of every device once a night for dead sensors, one device after the other. */
export const createScan =
  (dependencies: ScanDependencies): (() => Promise<void>) =>
  async () => {
    const { db, clock, log } = dependencies;
    const failures = new Failures('scan', log);
    const due = await dueDevices(dependencies);
    if (due.length > 0) {
      await dependencies.scanWith(async (scan) => {
        for (const device of due) await failures.catch(device.id, () => scanOne(db, device, scan, clock.now()));
      });
      await recordShares(dependencies, new Set(due.map((device) => device.site_id)), failures);
    }
    failures.throwAny();
  };

async function dueDevices({ db, clock, isDemo }: ScanDependencies): Promise<store.ScannedDevice[]> {
  const devices = await store.devicesToScan(db);
  const sites = new Map((await sitesOf(db, { kind: 'all' })).map((site) => [site.id, site.timezone]));
  const scans = await store.scansOf(
    db,
    devices.map(({ id }) => id),
  );
  const last = new Map(scans.map((scan) => [scan.device_id, scan.scanned_at]));
  const now = clock.now();
  return devices.filter((device) => {
    const ago = now - (last.get(device.id) ?? Number.NEGATIVE_INFINITY);
    return isDue(ago, hourIn(sites.get(device.site_id) ?? 'UTC', now), isDemo);
  });
}

/** An unknown zone must not keep the devices of other sites from their night. */
function hourIn(zone: string, now: number): number {
  try {
    return Number(toZonedIso(now, zone).slice(11, 13));
  } catch {
    return Number(toZonedIso(now, 'UTC').slice(11, 13));
  }
}

/** Whether a device is scanned now. `agoMs`: time since its last scan; `hour`: the site's wall clock. */
const isDue = (agoMs: number, hour: number, isDemo: boolean): boolean =>
  agoMs >= missedMs || (hour === nightHour && agoMs >= 12 * hourMs) || (isDemo && agoMs >= scanEveryMs / 2);

/** Scans one device and stores what was found, in one transaction. */
async function scanOne(db: Db, device: store.ScannedDevice, scan: ScanOne, now: number): Promise<void> {
  const to = Math.floor(now / hourMs) * hourMs;
  const answer = await scan(DeviceId.parse(device.id), to - scannedDays * dayMs, to);
  if (!answer) return;
  const kinds = new Map(answer.sensors.map((sensor) => [sensor.path, sensor]));
  const passed = await store.passedSince(db, device.id, now - device.proof_interval_days * dayMs);
  const found = answer.suspicions.flatMap(({ path, since, evidence }) => {
    const sensor = kinds.get(path);
    if (!sensor || (evidence.kind === 'contact' && passed.has(path))) return [];
    return [{ path, kind: evidence.kind, type: sensor.type, unit: sensor.unit, since, evidence }];
  });
  const lives = Object.fromEntries(
    answer.lives.map(({ path, movedAt, inactiveSince }) => [path, { movedAt, inactiveSince }]),
  );
  await db.transaction().execute((trx) => store.writeScan(trx, device.id, found, lives, new Date(now)));
}

async function recordShares(
  dependencies: ScanDependencies,
  siteIds: ReadonlySet<number>,
  failures: Failures,
): Promise<void> {
  const now = dependencies.clock.now();
  const day = toZonedIso(now, 'UTC').slice(0, 10);
  const sites = await sitesOf(dependencies.db, { kind: 'all' });
  const share = async ({ id }: { readonly id: number }) => {
    const scope = { kind: 'some', clientIds: [], siteIds: [SiteId.parse(id)] } as const;
    const { sensors, not_proven } = (await gather(dependencies, scope, now)).proven;
    await store.writeShare(dependencies.db, id, day, { sensors, proven: sensors - not_proven });
  };
  for (const site of sites) if (siteIds.has(site.id)) await failures.catch(`site ${site.id}`, () => share(site));
}
