import { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Evidence } from '@tocsin/contract/protection';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type GatherDependencies, gather } from './gather.ts';
import { sitesOf } from './store.ts';
import {
  devicesToScan,
  type Life,
  passedSince,
  type ScannedDevice,
  scansOf,
  writeScan,
  writeShare,
} from './store-suspicions.ts';

export const scanTask = 'protection-scan';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Contacts are suspected after 90 days without a change: one more day makes sure of them. */
const scannedDays = 91;
/** How often the job looks for devices whose night it is. */
const lookMs = 10 * 60_000;
/** The hour of the night at the site in which its devices are scanned. */
const nightHour = 1;
/** A device that missed its night is scanned at the next opportunity. */
const missedMs = 30 * hourMs;

/** What a scan of one device's history answers; see history/suspect. */
interface Scan {
  readonly suspicions: readonly { readonly path: string; readonly since: number; readonly evidence: Evidence }[];
  readonly lives: readonly (Life & { readonly path: string })[];
  readonly sensors: readonly { readonly path: string; readonly type: string; readonly unit: string }[];
}
type ScanOne = (deviceId: DeviceId, from: number, to: number) => Promise<Scan | null>;
/** Runs `work` with a thread that scans; the thread ends with it. */
export type ScanWith = <T>(work: (scan: ScanOne) => Promise<T>) => Promise<T>;

export interface ScanDependencies extends GatherDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly scanWith: ScanWith;
  /** The demo's history arrives while it runs: it is scanned every 5 minutes instead of every night. */
  readonly isDemo: boolean;
}

/** Scheduled once for all processes; each run schedules the next. */
export const enqueueScan = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: scanTask, payload: {}, key: scanTask, runAt: at, priority: 20 });

/** Scans the history of every device once a night for dead sensors, one device after the other. */
export const createScan =
  (dependencies: ScanDependencies): JobTask =>
  async () => {
    const { db, clock, log } = dependencies;
    const due = await dueDevices(dependencies);
    if (due.length > 0) {
      await dependencies.scanWith(async (scan) => {
        for (const device of due)
          await scanOne(db, device, scan, clock.now()).catch((error: unknown) =>
            log.error('Could not scan a device for dead sensors', { device: device.id, error }),
          );
      });
      await recordShares(dependencies, new Set(due.map((device) => device.site_id)));
    }
    await enqueueScan(db, new Date(clock.now() + (dependencies.isDemo ? lookMs / 2 : lookMs)));
  };

async function dueDevices({ db, clock, isDemo }: ScanDependencies): Promise<ScannedDevice[]> {
  const devices = await devicesToScan(db);
  const sites = new Map((await sitesOf(db, { kind: 'all' })).map((site) => [site.id, site.timezone]));
  const scans = await scansOf(
    db,
    devices.map(({ id }) => id),
  );
  const last = new Map(scans.map((scan) => [scan.device_id, scan.scanned_at]));
  const now = clock.now();
  return devices.filter((device) => {
    const ago = now - (last.get(device.id) ?? Number.NEGATIVE_INFINITY);
    return isDue(ago, Number(toZonedIso(now, sites.get(device.site_id) ?? 'UTC').slice(11, 13)), isDemo);
  });
}

/** Whether a device is scanned now. `agoMs`: time since its last scan; `hour`: the site's wall clock. */
const isDue = (agoMs: number, hour: number, isDemo: boolean): boolean =>
  agoMs >= missedMs || (hour === nightHour && agoMs >= 12 * hourMs) || (isDemo && agoMs >= lookMs / 2);

/** Scans one device and stores what was found, in one transaction. */
async function scanOne(db: Db, device: ScannedDevice, scan: ScanOne, now: number): Promise<void> {
  const to = Math.floor(now / hourMs) * hourMs;
  const answer = await scan(DeviceId.parse(device.id), to - scannedDays * dayMs, to);
  if (!answer) return;
  const kinds = new Map(answer.sensors.map((sensor) => [sensor.path, sensor]));
  const passed = await passedSince(db, device.id, now - device.proof_interval_days * dayMs);
  const found = answer.suspicions.flatMap(({ path, since, evidence }) => {
    const sensor = kinds.get(path);
    if (!sensor || (evidence.kind === 'contact' && passed.has(path))) return [];
    return [{ path, kind: evidence.kind, type: sensor.type, unit: sensor.unit, since, evidence }];
  });
  const lives = Object.fromEntries(
    answer.lives.map(({ path, movedAt, inactiveSince }) => [path, { movedAt, inactiveSince }]),
  );
  await db.transaction().execute((trx) => writeScan(trx, device.id, found, lives, new Date(now)));
}

async function recordShares(dependencies: ScanDependencies, siteIds: ReadonlySet<number>): Promise<void> {
  const now = dependencies.clock.now();
  const day = toZonedIso(now, 'UTC').slice(0, 10);
  const sites = await sitesOf(dependencies.db, { kind: 'all' });
  for (const site of sites.filter(({ id }) => siteIds.has(id))) {
    const { proven } = await gather(
      dependencies,
      { kind: 'some', clientIds: [], siteIds: [SiteId.parse(site.id)] },
      now,
    );
    const { sensors, not_proven } = proven;
    await writeShare(dependencies.db, site.id, day, { sensors, proven: sensors - not_proven });
  }
}
