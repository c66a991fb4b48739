import {
  addressRetentionMs,
  type CheckDevice,
  createCatalog,
  createSignIn,
  type DeviceSettings,
  forgetDeviceAddresses,
  keepDeviceAddress,
  type LiveCatalog,
  loadCatalogRows,
  loadDeviceAddresses,
} from '../features/devices/index.ts';
import type { DbAndClock } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';

export interface KnownDevices {
  readonly catalog: LiveCatalog;
  /** For the adapters: checks serial number, code and address in memory. */
  readonly checkDevice: CheckDevice;
  stop(): void;
}

export interface KnownDevicesDependencies extends DbAndClock {
  readonly log: Log;
  readonly encryption: Encryption;
  /** Warnings, names and scales of sensors. */
  readonly loadSettings: (ids: readonly number[] | 'all') => Promise<ReadonlyMap<number, DeviceSettings>>;
}

/** Loads all devices into memory: the catalog, and the credentials that the adapters check. */
export async function startKnownDevices(dependencies: KnownDevicesDependencies): Promise<KnownDevices> {
  const { db, clock, encryption, loadSettings } = dependencies;
  const log = dependencies.log.with({ part: 'catalog' });
  const catalog = createCatalog({ clock, log, loadRows: (scope) => loadCatalogRows(db, scope), loadSettings });
  const signIn = createSignIn({
    clock,
    encryption,
    find: catalog.known,
    keepAddress: (serialNumber, address, at) => {
      keepDeviceAddress(db, serialNumber, address, new Date(at)).catch((error: unknown) =>
        log.warn("Could not store a device's address", { error }),
      );
    },
  });
  await catalog.start();
  const since = new Date(clock.now() - addressRetentionMs);
  await forgetDeviceAddresses(db, since);
  const addresses = await loadDeviceAddresses(db, since);
  signIn.remember(
    addresses.map((row) => ({ serialNumber: row.serial_number, address: row.address, seenAt: row.seen_at.getTime() })),
  );
  return { catalog, checkDevice: signIn.check, stop: catalog.stop };
}
