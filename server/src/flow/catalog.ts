import type { DeviceType } from '@tocsin/contract/device-type';
import type { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';

/** One rule of Edit Warnings: value is in the shown unit. */
export interface WarningRule {
  readonly id: number;
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delayMs: number;
}

/** shown = k * raw + c, with type and unit of Sensor Settings (0005, 0006); in force from `since` (unix ms). */
export interface SensorScale {
  readonly path: string;
  readonly type: 'BOOL' | 'NUMERIC';
  readonly unit: string;
  readonly k: number;
  readonly c: number;
  readonly since: number;
}

/** What the line must know of a device to admit, judge and tell its frames. */
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
  /** Its own register map: a known one's name, or a map as JSON; null: its type's. */
  readonly modbusMap: string | null;
  /** The registry's type decides doors and claims. */
  readonly type: DeviceType;
  /** `is_emulated_as` where set, else the type: decides display, filters and judging. */
  readonly shownType: DeviceType;
  /** Device or site suspended: data is kept, events are told only to OEM and super users. */
  readonly suspended: boolean;
  readonly warningRules: readonly WarningRule[];
  readonly sensorNames: ReadonlyMap<string, string>;
  readonly scales: readonly SensorScale[];
  readonly degrees: 'F' | 'C' | null;
}

/** The read-only picture that the line consults; rooms call main's `catalogChanged` after a commit. */
export interface Catalog {
  byId(id: DeviceId): CatalogDevice | undefined;
  byUdfId(udfId: string): CatalogDevice | undefined;
  bySerialNumber(serialNumber: string): CatalogDevice | undefined;
  all(): Iterable<CatalogDevice>;
}

/** What a card shows of a device now: the line's view, in memory. Rooms get it as an argument from main. */
export interface DeviceGlance {
  readonly online: boolean;
  readonly status: 'OK' | 'WARNING' | 'Alarm' | 'Not scanned' | null;
  /** Unix ms of the newest frame's arrival. */
  readonly lastSeenAt: number | null;
}
/** undefined: nothing was ever heard of it. */
export type Glance = (id: DeviceId) => DeviceGlance | undefined;

/** A person's change of a device or a site, which the line makes an event (device_administration, ...). */
export interface Administration {
  readonly type: 'device_administration' | 'site_administration' | 'test';
  readonly siteId: SiteId;
  readonly deviceId: DeviceId | null;
  /** In the plant's words, with who did it: 'Device suspended by Ann Vole'. */
  readonly content: string;
}
