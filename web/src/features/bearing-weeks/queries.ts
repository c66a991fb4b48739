import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/bearing-weeks';
import { call } from '../../api/call.ts';

/** The bearings of a device by week. */
export const bearingWeeksQuery = (device: number) =>
  queryOptions({
    queryKey: ['bearing-weeks', device],
    queryFn: ({ signal }) => call(endpoints.read, { params: { id: device }, signal }),
    staleTime: 300_000,
  });
