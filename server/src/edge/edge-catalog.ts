import { type DeviceType, shippedTypes } from '@tocsin/contract/device-type';
import type { EdgeConfiguration } from '@tocsin/contract/edge-exchange';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { RegisterMap } from '@tocsin/contract/modbus';
import type { Catalog, CatalogDevice } from '../pipeline/catalog.ts';

/** A change of a device, as the adapters take it. */
export interface EdgeCatalogChange {
  readonly before: CatalogDevice | null;
  readonly after: CatalogDevice | null;
}

type ConfiguredDevice = EdgeConfiguration['devices'][number];

/** The devices of the configuration in force, as the adapters ask for them. */
export class EdgeCatalog implements Catalog {
  readonly #byId = new Map<DeviceId, CatalogDevice>();
  readonly #byUdfId = new Map<string, CatalogDevice>();
  readonly #bySerialNumber = new Map<string, CatalogDevice>();
  readonly #bySender = new Map<string, CatalogDevice>();
  readonly #configured = new Map<DeviceId, ConfiguredDevice>();

  byId(id: DeviceId): CatalogDevice | undefined {
    return this.#byId.get(id);
  }

  byUdfId(udfId: string): CatalogDevice | undefined {
    return this.#byUdfId.get(udfId.toLowerCase());
  }

  bySerialNumber(serialNumber: string): CatalogDevice | undefined {
    return this.#bySerialNumber.get(serialNumber);
  }

  bySender(siteId: SiteId, senderId: string): CatalogDevice | undefined {
    const device = this.#bySender.get(senderId.toLowerCase());
    return device?.siteId === siteId ? device : undefined;
  }

  all(): Iterable<CatalogDevice> {
    return this.#byId.values();
  }

  /** What the configuration says of a device. */
  configured(id: DeviceId): ConfiguredDevice | undefined {
    return this.#configured.get(id);
  }

  /** Replaces all devices; returns what changed. */
  replace(configuration: EdgeConfiguration): EdgeCatalogChange[] {
    const before = new Map(this.#byId);
    const were = new Map(this.#configured);
    for (const map of [this.#byId, this.#byUdfId, this.#bySerialNumber, this.#bySender, this.#configured]) map.clear();
    const changes: EdgeCatalogChange[] = [];
    for (const configured of configuration.devices) {
      const device = deviceOf(configured, configuration);
      this.#byId.set(device.id, device);
      this.#configured.set(device.id, configured);
      this.#bySerialNumber.set(device.serialNumber, device);
      if (device.senderId) this.#bySender.set(device.senderId.toLowerCase(), device);
      if (device.udfId !== null) this.#byUdfId.set(device.udfId.toLowerCase(), device);
      const old = before.get(device.id) ?? null;
      before.delete(device.id);
      if (JSON.stringify(were.get(device.id)) !== JSON.stringify(configured))
        changes.push({ before: old, after: device });
    }
    for (const device of before.values()) changes.push({ before: device, after: null });
    return changes;
  }
}

function deviceOf(device: ConfiguredDevice, { site }: EdgeConfiguration): CatalogDevice {
  return {
    id: DeviceId.parse(device.id),
    siteId: SiteId.parse(site.id),
    clientId: ClientId.parse(site.client_id),
    title: device.title,
    siteTitle: site.title,
    clientCompany: site.client,
    timezone: site.timezone,
    serialNumber: device.serial_number,
    udfId: device.udf_id,
    ipAddress: device.ip_address,
    modbusMap: mapOf(device.modbus ?? device.register_map),
    senderId: device.sender_id ?? null,
    payloadMapId: device.payload_map ?? null,
    addedAt: device.added_at ?? 0,
    modbus: {
      unit: device.modbus_unit ?? null,
      framing: device.modbus_framing ?? 'tcp',
      networks: null,
      isOwnPlace: true,
    },
    type: typeOf(device.type, device.device_type),
    shownType: typeOf(device.shown_as, device.shown_type),
    suspended: false,
    // The portal evaluates; the edge shows what devices report.
    warningRules: [],
    sensorNames: new Map(Object.entries(device.sensor_names)),
    scales: [],
    sensorResponses: new Map(),
    degrees: null,
    acknowledgedKinds: [],
  };
}

const mapOf = (map: RegisterMap | null): string | null => map && JSON.stringify(map);

/** The type as the portal states it. A portal of 2.0.0 states the code of a shipped one. */
const typeOf = (stated: DeviceType | undefined, code: string): DeviceType => {
  const type = stated ?? Object.values<DeviceType>(shippedTypes).find((one) => one.code === code);
  if (!type) throw new Error(`no device type ${code}`);
  return type;
};
