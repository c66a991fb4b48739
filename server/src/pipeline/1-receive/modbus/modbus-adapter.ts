import type { ClientId, DeviceId } from '@tocsin/contract/ids';
import type { ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import type { Clock } from '../../../platform/clock.ts';
import type { Catalog, CatalogDevice } from '../../catalog.ts';
import { isPolled } from '../device-address.ts';
import type { Intake } from '../intake.ts';
import { AddressRefused, ModbusLine, ModbusNetworks, splitAddress } from './modbus-line.ts';
import type { ModbusPlan } from './modbus-map.ts';
import { type ModbusCounts, ModbusPoller, type PollerOptions } from './modbus-poller.ts';

export interface ModbusAdapterOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** For devices without networks of their own. */
  readonly networks: ModbusNetworks;
  /** The polling plan of a device's own map, or of its type's map; the same object for the same map. Null: no map. */
  readonly planOf: (device: CatalogDevice) => ModbusPlan | null;
  /** Sensors that were read before and that the device now refuses. */
  readonly lost?: (device: CatalogDevice, sensors: Parameters<PollerOptions['lost']>[0]) => void;
}

/** A device's polling state for its page. */
export interface Polling {
  readonly statistics: ModbusStatistics;
  readonly readings: readonly ModbusReading[];
  /** Not shown to users: these counts reveal which addresses answer. */
  readonly counts: ModbusCounts;
}

interface Known {
  /** What the poller was made from, as text. */
  readonly mark: string;
  readonly plan: ModbusPlan;
  readonly poller: ModbusPoller;
  readonly line: ModbusLine;
  readonly key: string;
}

/** Where a device is asked, as text: the same for all that share a connection. */
export function lineKeyOf(address: string, usualPort: number): string {
  const { host, port } = splitAddress(address, usualPort);
  return `${host} ${port}`;
}

const markOf = ({ ipAddress, clientId, modbus }: CatalogDevice): string =>
  JSON.stringify([ipAddress, clientId, modbus]);

/** Polls every device of a Modbus type that has an address: one poller per device, one line per address. */
export class ModbusAdapter {
  readonly #options: ModbusAdapterOptions;
  readonly #pollers = new Map<DeviceId, Known>();
  readonly #lines = new Map<string, { readonly line: ModbusLine; readonly clientId: ClientId }>();
  /** Clients by resolved address and port: a name and an address may be the same place. */
  readonly #owners = new Map<string, { readonly clientId: ClientId; readonly line: ModbusLine }>();
  #stopped = false;

  constructor(options: ModbusAdapterOptions) {
    this.#options = options;
  }

  start(): void {
    for (const device of this.#options.catalog.all()) this.#begin(device);
  }

  stop(): void {
    this.#stopped = true;
    for (const id of [...this.#pollers.keys()]) this.#end(id);
  }

  /** Starts, restarts or stops polling after a device was added, removed, or given another address or map. */
  changed(before: CatalogDevice | null, after: CatalogDevice | null): void {
    if (this.#stopped) return;
    const known = before && this.#pollers.get(before.id);
    if (known && before) {
      const same =
        after && isPolled(after) && markOf(after) === known.mark && this.#options.planOf(after) === known.plan;
      if (same) return;
      this.#end(before.id);
    }
    if (after) this.#begin(after);
  }

  polling(id: DeviceId): Polling | null {
    const known = this.#pollers.get(id);
    if (!known) return null;
    const { poller } = known;
    return { statistics: poller.statistics(), readings: poller.readings(), counts: poller.counts() };
  }

  get size(): number {
    return this.#pollers.size;
  }

  #begin(device: CatalogDevice): void {
    const { ipAddress: address } = device;
    if (!isPolled(device) || address === null) return;
    const { intake, clock, lost } = this.#options;
    const plan = this.#options.planOf(device);
    if (plan === null) return;
    const { map } = plan;
    const key = lineKeyOf(address, map.port);
    const line = this.#lineFor(device, key, splitAddress(address, map.port));
    const poller = new ModbusPoller({
      deviceId: device.id,
      plan,
      intake,
      clock,
      line,
      unit: device.modbus?.unit ?? map.unit_id,
      framing: device.modbus?.framing ?? 'tcp',
      networks: device.modbus?.networks ? new ModbusNetworks(device.modbus.networks) : this.#options.networks,
      // Spread by device id, so that 500 devices are not polled at the same moment.
      firstMs: (device.id * 617) % map.interval_ms,
      mayName: device.modbus?.isOwnPlace ?? false,
      lost: (sensors) => lost?.(device, sensors),
    });
    line.users.add(poller);
    this.#pollers.set(device.id, { mark: markOf(device), plan, poller, line, key });
    poller.start();
  }

  #end(id: DeviceId): void {
    const known = this.#pollers.get(id);
    if (!known) return;
    known.poller.stop();
    known.line.users.delete(known.poller);
    this.#pollers.delete(id);
    if (known.line.users.size > 0) return;
    known.line.stop();
    if (this.#lines.get(known.key)?.line === known.line) this.#lines.delete(known.key);
    for (const [resolved, owner] of this.#owners) if (owner.line === known.line) this.#owners.delete(resolved);
  }

  /** The line of an address. Devices of another client get one that refuses, since two clients never share one. */
  #lineFor({ clientId }: CatalogDevice, key: string, { host, port }: { readonly host: string; readonly port: number }) {
    const shared = this.#lines.get(key);
    if (shared?.clientId === clientId) return shared.line;
    const line: ModbusLine = new ModbusLine({
      host,
      port,
      clock: this.#options.clock,
      claim: (resolved) => {
        const owner = this.#owners.get(resolved);
        if (owner && owner.clientId !== clientId) throw new AddressRefused(elsewhere);
        if (!owner) this.#owners.set(resolved, { clientId, line });
      },
    });
    if (!shared) this.#lines.set(key, { line, clientId });
    return line;
  }
}

const elsewhere = "This address can't be asked for this device.";
