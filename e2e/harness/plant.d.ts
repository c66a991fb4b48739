import type { DeviceType } from '@tocsin/contract/device-type';
import type { Api } from './api.ts';
export interface NewDevice {
  readonly title: string;
  readonly type: DeviceType;
  readonly udfId?: string;
  readonly warnings?: readonly {
    readonly sensor_id: string;
    readonly sign: '>' | '<' | '=';
    readonly value: number;
    readonly delay_seconds: number;
  }[];
}
export interface PlantDevice {
  readonly id: number;
  readonly title: string;
  readonly type: DeviceType;
  /** udf_id, or for an F500 its id. */
  readonly address: string;
  readonly serial: string;
  readonly code: string;
}
export interface Plant {
  readonly clientId: number;
  readonly company: string;
  readonly siteId: number;
  readonly site: string;
  readonly devices: readonly PlantDevice[];
}
/** Registers manufactured devices as the operator does: by a CSV file. */
export declare function registerDevices(
  api: Api,
  rows: readonly {
    readonly serial: string;
    readonly code: string;
    readonly type: DeviceType;
  }[],
): Promise<void>;
/** A client of its own with one site and these devices, made by a super user through the portal's calls. */
export declare function makePlant(api: Api, devices: readonly NewDevice[], timezone?: string): Promise<Plant>;
/** Warning rules can be set once the device's birth has named its sensors. */
export declare function setWarnings(
  api: Api,
  device: PlantDevice,
  warnings: NonNullable<NewDevice['warnings']>,
): Promise<void>;
