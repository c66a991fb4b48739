import { DeviceId } from '@tocsin/contract/ids';
import type { Catalog, CatalogDevice } from '../catalog.ts';

/** A device is addressed by its udf_id without regard to case; an F500, which has none, by its id. */
export function isAddressedBy(device: CatalogDevice, address: string): boolean {
  return address.toLowerCase() === addressOf(device);
}

/** The name by which a device is called in topics and paths: its udf_id, an F500 its id. */
export const addressOf = (device: CatalogDevice): string => (device.udfId ?? String(device.id)).toLowerCase();

/** The device of an address; a number is never a udf_id, which has a letter. */
export function deviceAt(catalog: Catalog, address: string): CatalogDevice | undefined {
  if (!/^\d+$/.test(address)) return catalog.byUdfId(address);
  const id = DeviceId.safeParse(address);
  const device = id.success ? catalog.byId(id.data) : undefined;
  return device?.udfId === null ? device : undefined;
}

/** An F500 with an address is asked by the server; what it pushes is refused. An F500-UDF always pushes. */
export const isPolled = (device: CatalogDevice): boolean => device.type === 'F500' && device.ipAddress !== null;
