import type { DeviceType } from '@tocsin/contract/device-type';
import type { AcknowledgedKind } from '@tocsin/contract/event';
import type { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Priority } from '@tocsin/contract/priority';
import type { RuleKind } from '@tocsin/contract/rule-conditions';
import type { DeviceStatus } from '@tocsin/contract/status';

/** How urgent the events of a rule or a sensor are; null: not set. */
export interface ResponseSettings {
  readonly priority: Priority | null;
  /** Minutes within which somebody must respond. */
  readonly respondWithinMinutes: number | null;
}

/** Another sensor's condition, without which a rule does not begin. */
interface OnlyWhile {
  /** `groupId.sensorId`. */
  readonly path: string;
  /** With `value`, for a number; null with `state`. */
  readonly sign: '>' | '<' | '=' | null;
  readonly value: number | null;
  /** The text as the device sends it. */
  readonly state: string | null;
  /** Unit of `value`; null or absent: the displayed one. */
  readonly unit?: string | null;
  /** How long it must have been so. */
  readonly forMs: number;
}

/** What a rule evaluates beside sensor, sign, value and delay. Its numbers are in the unit of the rule. */
export interface RuleConditions {
  readonly kind: RuleKind;
  /** 0 without a window. */
  readonly windowMs: number;
  /** The other sensor of a difference. */
  readonly reference: string | null;
  readonly absolute: boolean;
  readonly deadband: number;
  /** null: as long as the delay. */
  readonly offDelayMs: number | null;
  readonly onlyWhile: OnlyWhile | null;
}

/**
 * One rule of Edit Warnings; its numbers are in `unit`, to which values are converted. A rule whose evaluating fields change gets another id,
 * except by a switch of the displayed degrees. Its response settings are not part of its identity.
 */
export interface WarningRule extends Partial<ResponseSettings> {
  readonly id: number;
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  /** Unit of its numbers; null or absent: the displayed one. */
  readonly unit?: string | null;
  readonly delayMs: number;
  /** Absent for a rule of its sensor, sign, value and delay alone. */
  readonly conditions?: RuleConditions;
  /** In force from `since` until `until` (unix ms); absent: from the beginning, and today. */
  readonly since?: number;
  readonly until?: number;
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

/** A sensor that a person took out of service: its events are stored, nobody is notified. */
export interface SensorOutOfService {
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly by: string;
  /** Empty: no reason given. */
  readonly reason: string;
  /** Unix ms. */
  readonly since: number;
  readonly reviewAt: number;
}

/** When a device belonged to an edge, in unix ms; `until` is null while it does. */
export interface EdgeTime {
  readonly edge: number;
  /** The client of the device then. */
  readonly client: number;
  readonly from: number;
  readonly until: number | null;
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
  /** Its own register map or that of its type: the name of a known map, or a map as JSON; null: that of its code. */
  readonly modbusMap: string | null;
  /** Its own name among the senders of its site, such as a DevEUI; absent or null: its udf_id alone. */
  readonly senderId?: string | null;
  /** The payload map of its type; absent or null: none. */
  readonly payloadMapId?: number | null;
  /** How often it sends, as its map or type states, in seconds; absent or null: nothing is stated. */
  readonly reportIntervalS?: number | null;
  /** Unix ms when it was added; absent: long ago. */
  readonly addedAt?: number;
  /** How it is asked over Modbus; absent: as its map says, in the networks of the installation. */
  readonly modbus?: {
    /** Null: what its map says. */
    readonly unit: number | null;
    readonly framing: 'tcp' | 'rtu';
    /** Networks that operator staff gave to its site; null: those of the installation. */
    readonly networks: readonly string[] | null;
    /** Its people may know what answers there. */
    readonly isOwnPlace: boolean;
  };
  /** The edge that receives its data; absent or null: it sends here itself. */
  readonly edgeId?: number | null;
  /** Newest first, at most 50; absent: it never belonged to one. */
  readonly edgeTimes?: readonly EdgeTime[];
  /** The registered type decides adapters and claims. */
  readonly type: DeviceType;
  /** `is_emulated_as` if set, else the type: decides display, filters and evaluation. */
  readonly shownType: DeviceType;
  /** Device or site suspended: data is stored, and only OEM and super users see its events. */
  readonly suspended: boolean;
  /** In the order of their paths; absent: none. */
  readonly sensorsOutOfService?: readonly SensorOutOfService[];
  readonly warningRules: readonly WarningRule[];
  readonly sensorNames: ReadonlyMap<string, string>;
  readonly scales: readonly SensorScale[];
  /** By `groupId.sensorId`; a rule's own settings beat its sensor's. */
  readonly sensorResponses: ReadonlyMap<string, ResponseSettings>;
  readonly degrees: 'F' | 'C' | null;
  /** What needs acknowledgement beside alarms, by the client's choice. */
  readonly acknowledgedKinds: readonly AcknowledgedKind[];
}

/** Whether an event's sensor is out of service now. */
export const isOutOfService = (
  device: Pick<CatalogDevice, 'sensorsOutOfService'>,
  event: { readonly groupId: string | null; readonly sensorId: string | null },
): boolean =>
  event.sensorId !== null &&
  (device.sensorsOutOfService ?? []).some(({ path }) => path === `${event.groupId}.${event.sensorId}`);

/** The pipeline's read-only view of the catalog; features call `catalogChanged` after a commit. */
export interface Catalog {
  byId(id: DeviceId): CatalogDevice | undefined;
  byUdfId(udfId: string): CatalogDevice | undefined;
  bySerialNumber(serialNumber: string): CatalogDevice | undefined;
  /** A device of a site by its sender id, ignoring case; absent: no device has one. */
  bySender?(siteId: SiteId, senderId: string): CatalogDevice | undefined;
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
