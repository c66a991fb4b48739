import type { DeviceType } from '@tocsin/contract/device-type';
import type { AcknowledgedKind } from '@tocsin/contract/event';
import type { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { DeviceStatus } from '@tocsin/contract/status';

/** One rule of Edit Warnings; its value is in the displayed unit. */
export interface WarningRule {
  readonly id: number;
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delayMs: number;
}

/** displayed = k * raw + c, with type and unit of Sensor Settings (0005, 0006); applies from `since` (unix ms). */
export interface SensorScale {
  readonly path: string;
  readonly type: 'BOOL' | 'NUMERIC';
  readonly unit: string;
  readonly k: number;
  readonly c: number;
  readonly since: number;
}

/** Data of a device that the pipeline needs to admit, evaluate and publish its frames. */
export interface CatalogDevice {
  readonly id: DeviceId;
  readonly siteId: SiteId;
  readonly clientId: ClientId;
  readonly title: string;
  readonly siteTitle: string;
  readonly clientCompany: string;
  readonly timezone: string;
  readonly serialNumber: string;
  readonly udfId: string | null;
  readonly ipAddress: string | null;
  /** Its own register map: the name of a known map, or a map as JSON; null to use its type's map. */
  readonly modbusMap: string | null;
  /** The registered type decides adapters and claims. */
  readonly type: DeviceType;
  /** `is_emulated_as` if set, else the type: decides display, filters and evaluation. */
  readonly shownType: DeviceType;
  /** Device or site suspended: data is stored, and only OEM and super users see its events. */
  readonly suspended: boolean;
  readonly warningRules: readonly WarningRule[];
  readonly sensorNames: ReadonlyMap<string, string>;
  readonly scales: readonly SensorScale[];
  readonly degrees: 'F' | 'C' | null;
  /** What needs acknowledgement beside alarms, by the client's choice. */
  readonly acknowledgedKinds: readonly AcknowledgedKind[];
}

/** The pipeline's read-only view of the catalog; features call `catalogChanged` after a commit. */
export interface Catalog {
  byId(id: DeviceId): CatalogDevice | undefined;
  byUdfId(udfId: string): CatalogDevice | undefined;
  bySerialNumber(serialNumber: string): CatalogDevice | undefined;
  all(): Iterable<CatalogDevice>;
}

/** Current data for a device's card, from memory. */
export interface DeviceSummary {
  readonly online: boolean;
  readonly status: DeviceStatus | null;
  /** Unix ms of the newest frame's arrival. */
  readonly lastSeenAt: number | null;
}
/** Returns undefined for a device that has never sent anything. */
export type ReadDeviceSummary = (id: DeviceId) => DeviceSummary | undefined;

/** A user's change of a device or a site, which the pipeline records as an event (device_administration, ...). */
export interface Administration {
  readonly type: 'device_administration' | 'site_administration' | 'test';
  readonly siteId: SiteId;
  readonly deviceId: DeviceId | null;
  /** Text for users, with the user's name: 'Device suspended by Ann Vole'. */
  readonly content: string;
}
