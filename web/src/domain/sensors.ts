import { queryOptions } from '@tanstack/react-query';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { call } from '../api/call.ts';

/** The sensors of a device with their custom names and images. */
export const sensorsQuery = (device: number) =>
  queryOptions({
    queryKey: ['sensor-list', device],
    queryFn: async ({ signal }) => (await call(sensors.list, { params: { id: device }, signal })).results,
    staleTime: 60_000,
  });
