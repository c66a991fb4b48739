import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import type { Seal } from '../base/seal.ts';
import {
  addressKeptMs,
  type CheckDevice,
  createCatalog,
  createSignIn,
  type DeviceSettings,
  forgetDeviceAddresses,
  keepDeviceAddress,
  type LiveCatalog,
  loadCatalogRows,
  loadDeviceAddresses,
} from '../rooms/devices/index.ts';

export interface KnownDevices {
  readonly catalog: LiveCatalog;
  /** For the doors: serial number, code and the caller's address; answers at once, from memory. */
  readonly checkDevice: CheckDevice;
  stop(): void;
}

export interface KnownDevicesParts {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly seal: Seal;
  /** Warnings, names and scales, which the telemetry room keeps. */
  readonly loadSettings: (ids: readonly number[] | 'all') => Promise<ReadonlyMap<number, DeviceSettings>>;
}

/** Reads all devices into memory: the line's picture of them, and what the doors sign them in with. */
export async function startKnownDevices(parts: KnownDevicesParts): Promise<KnownDevices> {
  const { db, clock, seal, loadSettings } = parts;
  const log = parts.log.with({ part: 'catalog' });
  const catalog = createCatalog({ clock, log, loadRows: (scope) => loadCatalogRows(db, scope), loadSettings });
  const signIn = createSignIn({
    clock,
    seal,
    find: catalog.known,
    keepAddress: (serialNumber, address, at) => {
      keepDeviceAddress(db, serialNumber, address, new Date(at)).catch((error: unknown) =>
        log.warn('An address of a device was not kept', { error }),
      );
    },
  });
  await catalog.start();
  const since = new Date(clock.now() - addressKeptMs);
  await forgetDeviceAddresses(db, since);
  const addresses = await loadDeviceAddresses(db, since);
  signIn.remember(
    addresses.map((row) => ({ serialNumber: row.serial_number, address: row.address, seenAt: row.seen_at.getTime() })),
  );
  return { catalog, checkDevice: signIn.check, stop: catalog.stop };
}
