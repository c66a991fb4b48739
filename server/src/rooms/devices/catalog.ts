import { DeviceType } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Catalog, CatalogDevice } from '../../flow/catalog.ts';
import type { KnownDevice } from './sign-in.ts';
import type { CatalogRow, CatalogScope } from './store-catalog.ts';

export type { CatalogScope } from './store-catalog.ts';

/** What the telemetry room keeps of a device: rules of Edit Warnings, names and scales of its sensors. */
export type DeviceSettings = Pick<CatalogDevice, 'warningRules' | 'sensorNames' | 'scales'>;

/** A device came (before null), went (after null) or is not what it was. */
export interface CatalogChange {
  readonly before: CatalogDevice | null;
  readonly after: CatalogDevice | null;
}

export interface CatalogPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly loadRows: (scope: CatalogScope) => Promise<readonly CatalogRow[]>;
  /** Of these devices, or of all. Devices without settings of their own may be missing. */
  readonly loadSettings: (ids: readonly number[] | 'all') => Promise<ReadonlyMap<number, DeviceSettings>>;
}

export interface LiveCatalog extends Catalog {
  /** Reads everything; throws when the database can't be read, since nothing can be admitted without it. */
  start(): Promise<void>;
  stop(): void;
  /**
   * To be called after a commit that may have touched these devices. Resolves when the picture is new; when the
   * database is away it resolves too, and the reading is tried again until it succeeds.
   */
  changed(scope: CatalogScope): Promise<void>;
  /** Told after each reading with what is different; returns how to stop listening. */
  listen(listener: (changes: readonly CatalogChange[]) => void): () => void;
  /** For the doors: a claimed device and its code's hash. */
  known(serialNumber: string): KnownDevice | undefined;
  count(): number;
}

const retryMs = 1_000;
const noSettings: DeviceSettings = { warningRules: [], sensorNames: new Map(), scales: [] };

/** The line's picture of all devices, in memory; one reading at a time, so that an older one never overwrites a newer. */
export function createCatalog({ clock, log, loadRows, loadSettings }: CatalogPorts): LiveCatalog {
  const byId = new Map<DeviceId, CatalogDevice>();
  const byUdfId = new Map<string, CatalogDevice>();
  const bySerialNumber = new Map<string, CatalogDevice>();
  const hashes = new Map<DeviceId, Buffer>();
  const listeners = new Set<(changes: readonly CatalogChange[]) => void>();
  let tail: Promise<void> = Promise.resolve();
  let takeBack: (() => void) | null = null;
  let owed: CatalogScope[] = [];
  let stopped = false;

  const drop = (device: CatalogDevice): void => {
    byId.delete(device.id);
    hashes.delete(device.id);
    if (device.udfId !== null && byUdfId.get(device.udfId.toLowerCase()) === device)
      byUdfId.delete(device.udfId.toLowerCase());
    if (bySerialNumber.get(device.serialNumber) === device) bySerialNumber.delete(device.serialNumber);
  };
  const put = (device: CatalogDevice, hash: Buffer): void => {
    byId.set(device.id, device);
    hashes.set(device.id, hash);
    if (device.udfId !== null) byUdfId.set(device.udfId.toLowerCase(), device);
    bySerialNumber.set(device.serialNumber, device);
  };

  async function read(scope: CatalogScope): Promise<void> {
    const rows = await loadRows(scope);
    const settings = await loadSettings(scope.kind === 'all' ? 'all' : rows.map((row) => row.id));
    const fresh = rows.map((row) => ({
      device: toDevice(row, settings.get(row.id) ?? noSettings),
      hash: row.code_hash,
    }));
    const changes: CatalogChange[] = [];
    const there = new Set(fresh.map(({ device }) => device.id));
    const before = new Map([...byId.values()].filter((d) => there.has(d.id) || within(scope, d)).map((d) => [d.id, d]));
    // All old ones go first: an id that moved from one device to another must not be dropped with the former.
    for (const device of before.values()) drop(device);
    for (const { device, hash } of fresh) {
      put(device, hash);
      const old = before.get(device.id) ?? null;
      before.delete(device.id);
      if (!old || !same(old, device)) changes.push({ before: old, after: device });
    }
    for (const device of before.values()) changes.push({ before: device, after: null });
    if (changes.length > 0) for (const listener of listeners) listener(changes);
  }

  async function readOrOwe(scope: CatalogScope): Promise<void> {
    try {
      await read(scope);
    } catch (error) {
      log.warn('The catalog could not be read again; it is tried until it is', { error, scope });
      owed.push(scope);
      if (owed.length > 100) owed = [{ kind: 'all' }];
      if (takeBack || stopped) return;
      takeBack = clock.after(retryMs, () => {
        takeBack = null;
        const due = owed;
        owed = [];
        for (const one of due) void queue(() => readOrOwe(one));
      });
    }
  }

  const queue = (work: () => Promise<void>): Promise<void> => {
    const next = tail.then(work);
    tail = next.catch(() => {});
    return next;
  };

  return {
    byId: (id) => byId.get(id),
    byUdfId: (udfId) => byUdfId.get(udfId.toLowerCase()),
    bySerialNumber: (serialNumber) => bySerialNumber.get(serialNumber),
    all: () => byId.values(),
    count: () => byId.size,
    known(serialNumber) {
      const device = bySerialNumber.get(serialNumber);
      const codeHash = device && hashes.get(device.id);
      return device && codeHash ? { deviceId: device.id, codeHash } : undefined;
    },
    start: () => queue(() => read({ kind: 'all' })),
    stop() {
      stopped = true;
      takeBack?.();
      takeBack = null;
    },
    changed: (scope) => queue(() => readOrOwe(scope)),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function within(scope: CatalogScope, device: CatalogDevice): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'devices':
      return scope.ids.includes(device.id);
    case 'site':
      return device.siteId === scope.id;
    case 'client':
      return device.clientId === scope.id;
    default:
      return scope satisfies never;
  }
}

function toDevice(row: CatalogRow, settings: DeviceSettings): CatalogDevice {
  const type = DeviceType.parse(row.device_type);
  return {
    id: DeviceId.parse(row.id),
    siteId: SiteId.parse(row.site_id),
    clientId: ClientId.parse(row.client_id),
    title: row.title,
    siteTitle: row.site_title,
    clientCompany: row.company,
    timezone: row.timezone,
    serialNumber: row.serial_number,
    udfId: row.udf_id,
    ipAddress: row.ip_address,
    modbusMap: row.modbus_map,
    type,
    shownType: row.is_emulated_as === null ? type : DeviceType.parse(row.is_emulated_as),
    suspended: row.suspended,
    warningRules: settings.warningRules,
    sensorNames: settings.sensorNames,
    scales: settings.scales,
    degrees: row.degrees,
  };
}

const comparable = (device: CatalogDevice): string =>
  JSON.stringify({ ...device, sensorNames: [...device.sensorNames].sort(([a], [b]) => (a < b ? -1 : 1)) });
const same = (a: CatalogDevice, b: CatalogDevice): boolean => comparable(a) === comparable(b);
