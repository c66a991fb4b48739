import { DeviceId } from '@tocsin/contract/ids';
import type { Catalog, CatalogDevice } from '../catalog.ts';

/** Devices are addressed by udf_id, ignoring case. An F500, which has no udf_id, is addressed by its id. */
export function isAddressedBy(device: CatalogDevice, address: string): boolean {
  return address.toLowerCase() === addressOf(device);
}

/** Returns the name a device has in topics and paths: its udf_id, or its id for an F500. */
export const addressOf = (device: CatalogDevice): string => (device.udfId ?? String(device.id)).toLowerCase();

/** Finds the device at an address. A udf_id always contains a letter, so a number is always an id. */
export function deviceAt(catalog: Catalog, address: string): CatalogDevice | undefined {
  if (!/^\d+$/.test(address)) return catalog.byUdfId(address);
  const id = DeviceId.safeParse(address);
  const device = id.success ? catalog.byId(id.data) : undefined;
  return device?.udfId === null ? device : undefined;
}

/** True for a device whose data an edge receives: it is neither polled nor heard here. */
export const isOfEdge = (device: CatalogDevice): boolean => (device.edgeId ?? null) !== null;

/**
 * True for a device of a Modbus type (an F500 too) with an address: the server polls it, and anything it pushes is
 * refused. An F500-UDF always pushes.
 */
export const isPolled = (device: CatalogDevice): boolean =>
  device.type.enters === 'modbus' && device.ipAddress !== null && !isOfEdge(device);
