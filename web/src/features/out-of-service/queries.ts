import { endpoints } from '@tocsin/contract/out-of-service';
import { endpoints as sensors } from '@tocsin/contract/sensors';
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

type Input = { readonly reason: string; readonly review_at: string };

export const takeSensor = (device: number, sensor: string, body: Input) =>
  call(endpoints.putSensor, { params: { id: device, sensor }, body });
