import { endpoints as devices } from '@tocsin/contract/devices';
import { endpoints, type OutOfServiceRow } from '@tocsin/contract/out-of-service';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call, callQuery, pageOf } from '../../api/call.ts';

export const pageSize = 25;

/** One page of the sites, devices and sensors of the selected client that are out of service. */
export const outOfServiceQuery = (client: number | null, page: number) =>
  callQuery(['out-of-service', client, page], endpoints.list, {
    query: { ...pageOf(page, pageSize) },
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });

/** The sensors of a device, for taking one out of service. */
export const sensorsQuery = (device: number) =>
  callQuery(['out-of-service', 'sensors', device], sensors.list, { params: { id: device } });

type Place = Pick<OutOfServiceRow, 'location' | 'device' | 'sensor'>;
type Input = { readonly reason: string; readonly review_at: string };

export const takeSensor = (device: number, sensor: string, body: Input) =>
  call(endpoints.putSensor, { params: { id: device, sensor }, body });

/** Gives a row a new reason and review date. */
export async function extend({ location, device, sensor }: Place, body: Input): Promise<void> {
  if (device === null) await call(sites.takeOutOfService, { params: { id: location }, body });
  else if (sensor === null) await call(devices.takeOutOfService, { params: { id: device }, body });
  else await takeSensor(device, sensor, body);
}

/** Returns a site, device or sensor to service. */
export async function returnToService({ location, device, sensor }: Place): Promise<void> {
  if (device === null) await call(sites.returnToService, { params: { id: location } });
  else if (sensor === null) await call(devices.returnToService, { params: { id: device } });
  else await call(endpoints.deleteSensor, { params: { id: device, sensor } });
}
