import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Catalog, CatalogDevice } from '../../pipeline/catalog.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { KnownDevice } from './sign-in.ts';
import type { CatalogRow, CatalogScope } from './store-catalog.ts';

/** Settings of a device that evaluation and telemetry need: warning rules, names and scales of its sensors. */
export type DeviceSettings = Pick<CatalogDevice, 'warningRules' | 'sensorNames' | 'scales' | 'sensorResponses'>;

/** A device was added (`before` null), removed (`after` null) or changed. */
export interface CatalogChange {
  readonly before: CatalogDevice | null;
  readonly after: CatalogDevice | null;
}

export interface CatalogDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly loadRows: (scope: CatalogScope) => Promise<readonly CatalogRow[]>;
  /** For these devices, or for all. Devices without settings of their own may be missing. */
  readonly loadSettings: (ids: readonly number[] | 'all') => Promise<ReadonlyMap<number, DeviceSettings>>;
}

export interface LiveCatalog extends Catalog {
  /** Loads everything. Throws when the database is unavailable, since no device can be admitted without it. */
  start(): Promise<void>;
  stop(): void;
  /**
   * Call after a commit that may have touched these devices. Resolves when the catalog is up to date, or at once when
   * the database is unavailable; the load is then retried until it succeeds.
   */
  changed(scope: CatalogScope): Promise<void>;
  /** Calls the listener after each load with the changes. Returns a function that stops listening. */
  listen(listener: (changes: readonly CatalogChange[]) => void): () => void;
  /** For the adapters: a claimed device and the hash of its code. */
  known(serialNumber: string): KnownDevice | undefined;
  count(): number;
}

const retryMs = 1_000;
const noSettings: DeviceSettings = {
  warningRules: [],
  sensorNames: new Map(),
  scales: [],
  sensorResponses: new Map(),
};

/** The in-memory catalog of all devices. Loads run one at a time, so that an older one never overwrites a newer one. */
export function createCatalog({ clock, log, loadRows, loadSettings }: CatalogDependencies): LiveCatalog {
  const byId = new Map<DeviceId, CatalogDevice>();
  const byUdfId = new Map<string, CatalogDevice>();
  const bySerialNumber = new Map<string, CatalogDevice>();
  const bySender = new Map<string, CatalogDevice>();
  const hashes = new Map<DeviceId, Buffer>();
  const listeners = new Set<(changes: readonly CatalogChange[]) => void>();
  let tail: Promise<void> = Promise.resolve();
  let takeBack: (() => void) | null = null;
  let pending: CatalogScope[] = [];
  let stopped = false;

  const drop = (device: CatalogDevice): void => {
    byId.delete(device.id);
    hashes.delete(device.id);
    if (device.udfId !== null && byUdfId.get(device.udfId.toLowerCase()) === device)
      byUdfId.delete(device.udfId.toLowerCase());
    if (bySerialNumber.get(device.serialNumber) === device) bySerialNumber.delete(device.serialNumber);
    if (device.senderId && bySender.get(senderKey(device.siteId, device.senderId)) === device)
      bySender.delete(senderKey(device.siteId, device.senderId));
  };
  const put = (device: CatalogDevice, hash: Buffer): void => {
    byId.set(device.id, device);
    hashes.set(device.id, hash);
    if (device.udfId !== null) byUdfId.set(device.udfId.toLowerCase(), device);
    bySerialNumber.set(device.serialNumber, device);
    if (device.senderId) bySender.set(senderKey(device.siteId, device.senderId), device);
  };

  async function read(scope: CatalogScope): Promise<void> {
    const rows = await loadRows(scope);
    const settings = await loadSettings(scope.kind === 'all' ? 'all' : rows.map((row) => row.id));
    const fresh = rows.map((row) => ({
      device: toDevice(row, settings.get(row.id) ?? noSettings),
      hash: row.code_hash,
    }));
    const changes: CatalogChange[] = [];
    // Changes of single devices must not look at all of them.
    const known =
      scope.kind === 'devices'
        ? scope.ids.flatMap((id) => byId.get(DeviceId.parse(id)) ?? [])
        : [...byId.values()].filter((device) => within(scope, device));
    const moved = fresh.flatMap(({ device }) => byId.get(device.id) ?? []);
    const before = new Map([...known, ...moved].map((device) => [device.id, device]));
    // All old entries go first: an id that moved to another device must survive.
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

  async function readOrEnqueue(scope: CatalogScope): Promise<void> {
    try {
      await read(scope);
    } catch (error) {
      log.warn('Could not reload the device catalog; retrying', { error, scope });
      pending.push(scope);
      if (pending.length > 100) pending = [{ kind: 'all' }];
      if (takeBack || stopped) return;
      takeBack = clock.after(retryMs, () => {
        takeBack = null;
        const due = pending;
        pending = [];
        for (const one of due) void queue(() => readOrEnqueue(one));
      });
    }
  }

  /** Devices whose read has not begun, and its end. */
  let gathered: { readonly ids: Set<number>; readonly done: Promise<void> } | null = null;
  const changed = (scope: CatalogScope): Promise<void> => {
    if (scope.kind !== 'devices') return queue(() => readOrEnqueue(scope));
    if (gathered) {
      for (const id of scope.ids) gathered.ids.add(id);
      return gathered.done;
    }
    const ids = new Set(scope.ids);
    const done = queue(() => {
      gathered = null;
      return readOrEnqueue({ kind: 'devices', ids: [...ids] });
    });
    gathered = { ids, done };
    return done;
  };

  const queue = (work: () => Promise<void>): Promise<void> => {
    const next = tail.then(work);
    tail = next.catch(() => {});
    return next;
  };

  return {
    byId: (id) => byId.get(id),
    byUdfId: (udfId) => byUdfId.get(udfId.toLowerCase()),
    bySerialNumber: (serialNumber) => bySerialNumber.get(serialNumber),
    bySender: (siteId, senderId) => bySender.get(senderKey(siteId, senderId)),
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
    changed,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const senderKey = (siteId: number, senderId: string): string => `${siteId} ${senderId.toLowerCase()}`;

function within(scope: Exclude<CatalogScope, { kind: 'devices' }>, device: CatalogDevice): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'site':
      return device.siteId === scope.id;
    case 'client':
      return device.clientId === scope.id;
    default:
      return scope satisfies never;
  }
}

function toDevice(row: CatalogRow, settings: DeviceSettings): CatalogDevice {
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
    senderId: row.sender_id ?? null,
    payloadMapId: row.payload_map_id ?? null,
    reportIntervalS: row.report_interval_s ?? null,
    addedAt: row.created_at?.getTime() ?? 0,
    ...(row.type.enters === 'modbus' ? { modbus: modbusOf(row) } : {}),
    edgeId: row.edge_id ?? null,
    edgeTimes: row.edge_times ?? [],
    type: row.type,
    shownType: row.shown_type,
    suspended: row.suspended,
    sensorsOutOfService: row.sensors_out_of_service ?? [],
    warningRules: settings.warningRules,
    sensorNames: settings.sensorNames,
    scales: settings.scales,
    sensorResponses: settings.sensorResponses,
    degrees: row.degrees,
    acknowledgedKinds: row.acknowledged_kinds,
  };
}

/**
 * A site's own networks come first. Without them shipped types are asked in those of the installation, as before; with
 * more than one client others are not, since whoever adds a device chooses its address.
 */
const modbusOf = (row: CatalogRow): CatalogDevice['modbus'] => ({
  unit: row.modbus_unit ?? null,
  framing: row.modbus_framing ?? 'tcp',
  networks: row.modbus_networks ?? (row.type.owner === 'shipped' || row.is_only_client ? null : []),
  isOwnPlace: row.modbus_networks != null || row.is_only_client === true,
});

const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
const comparable = (device: CatalogDevice): string =>
  JSON.stringify({
    ...device,
    sensorNames: sorted(device.sensorNames),
    sensorResponses: sorted(device.sensorResponses),
  });
const same = (a: CatalogDevice, b: CatalogDevice): boolean => comparable(a) === comparable(b);
