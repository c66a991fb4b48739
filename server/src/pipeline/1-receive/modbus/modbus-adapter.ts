import type { DeviceId } from '@tocsin/contract/ids';
import type { ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import type { Clock } from '../../../platform/clock.ts';
import type { Catalog, CatalogDevice } from '../../catalog.ts';
import { isPolled } from '../device-address.ts';
import type { Intake } from '../intake.ts';
import { type ModbusNetworks, openModbus } from './modbus-link.ts';
import type { ModbusPlan } from './modbus-map.ts';
import { type ModbusCounts, ModbusPoller } from './modbus-poller.ts';

export interface ModbusAdapterOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly networks: ModbusNetworks;
  /** The polling plan of a device's own map, or of its type's map; the same object for the same map. Null: no map. */
  readonly planOf: (device: CatalogDevice) => ModbusPlan | null;
}

/** A device's polling state for its page. */
export interface Polling {
  readonly statistics: ModbusStatistics;
  readonly readings: readonly ModbusReading[];
  /** Not shown to users: these counts reveal which addresses answer. */
  readonly counts: ModbusCounts;
}

/** Polls every F500 that has an address, with one poller per device. */
export class ModbusAdapter {
  readonly #options: ModbusAdapterOptions;
  readonly #pollers = new Map<
    DeviceId,
    { readonly address: string; readonly plan: ModbusPlan; readonly poller: ModbusPoller }
  >();
  #stopped = false;

  constructor(options: ModbusAdapterOptions) {
    this.#options = options;
  }

  start(): void {
    for (const device of this.#options.catalog.all()) this.#begin(device);
  }

  stop(): void {
    this.#stopped = true;
    for (const { poller } of this.#pollers.values()) poller.stop();
    this.#pollers.clear();
  }

  /** Starts, restarts or stops polling after a device was added, removed, or given another address or map. */
  changed(before: CatalogDevice | null, after: CatalogDevice | null): void {
    if (this.#stopped) return;
    const known = before && this.#pollers.get(before.id);
    if (known && before) {
      const same =
        after && isPolled(after) && after.ipAddress === known.address && this.#options.planOf(after) === known.plan;
      if (same) return;
      known.poller.stop();
      this.#pollers.delete(before.id);
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
    const { intake, clock, networks } = this.#options;
    const plan = this.#options.planOf(device);
    if (plan === null) return;
    const { map } = plan;
    const poller = new ModbusPoller({
      deviceId: device.id,
      plan,
      intake,
      clock,
      // Spread by device id, so that 500 devices are not polled at the same moment.
      firstMs: (device.id * 617) % map.interval_ms,
      open: () => openModbus({ address, port: map.port, unitId: map.unit_id, timeoutMs: map.timeout_ms, networks }),
    });
    this.#pollers.set(device.id, { address, plan, poller });
    poller.start();
  }
}
