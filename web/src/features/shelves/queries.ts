import type { BodyIn } from '@tocsin/contract/endpoint';
import { DeviceId } from '@tocsin/contract/ids';
import { endpoints as notifications } from '@tocsin/contract/notifications';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { endpoints, type Shelf } from '@tocsin/contract/shelves';
import { call, callQuery, pageOf } from '../../api/call.ts';
import { dayMs } from './model.ts';

export const pageSize = 25;

/** One page of the shelves of the selected client. */
export const shelvesQuery = (client: number | null, isActive: boolean, page: number) =>
  callQuery(['shelves', client, isActive, page], endpoints.list, {
    query: { is_active: isActive ? 'true' : 'false', ...pageOf(page, pageSize) },
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });

/** The warning rules of a device, for shelving one of them. */
export const rulesQuery = (device: number) =>
  callQuery(['shelves', 'rules', device], sensors.warnings, { params: { id: device }, query: { limit: 1000 } });

/** Alarms and warnings of a device that began within the last 24 hours. */
export const lastDayQuery = (device: number, now: number) =>
  callQuery(['shelves', 'last-day', device], notifications.list, {
    query: {
      device: DeviceId.parse(device),
      event_type: 'alarm_on,warning_on',
      date_created_from: new Date(now - dayMs).toISOString(),
      all_clients: 'true',
      limit: 1000,
    },
  });

export const createShelf = (body: BodyIn<typeof endpoints.create>): Promise<Shelf> => call(endpoints.create, { body });

export const extendShelf = (id: number, minutes: number): Promise<Shelf> =>
  call(endpoints.extend, { params: { id }, body: { minutes } });

export const endShelf = (id: number): Promise<Shelf> => call(endpoints.end, { params: { id } });
