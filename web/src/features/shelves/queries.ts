import { queryOptions } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { endpoints, type Shelf } from '@tocsin/contract/shelves';
import { call } from '../../api/call.ts';

export const pageSize = 25;

/** One page of the shelves of the selected client. */
export const shelvesQuery = (client: number | null, isActive: boolean, page: number) =>
  queryOptions({
    queryKey: ['shelves', client, isActive, page],
    queryFn: ({ signal }) =>
      call(endpoints.list, {
        query: { is_active: isActive ? 'true' : 'false', limit: pageSize, offset: (page - 1) * pageSize },
        signal,
      }),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });

/** The warning rules of a device, to shelve one of them. */
export const rulesQuery = (device: number) =>
  queryOptions({
    queryKey: ['shelves', 'rules', device],
    queryFn: ({ signal }) => call(sensors.warnings, { params: { id: device }, query: { limit: 1000 }, signal }),
  });

export const createShelf = (body: BodyIn<typeof endpoints.create>): Promise<Shelf> => call(endpoints.create, { body });

export const extendShelf = (id: number, minutes: number): Promise<Shelf> =>
  call(endpoints.extend, { params: { id }, body: { minutes } });

export const endShelf = (id: number): Promise<Shelf> => call(endpoints.end, { params: { id } });
