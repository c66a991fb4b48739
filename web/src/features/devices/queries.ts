import { queryOptions } from '@tanstack/react-query';
import { type DeviceInput, type DevicePatch, endpoints } from '@tocsin/contract/devices';
import { type DeviceModbusInput, endpoints as modbus } from '@tocsin/contract/modbus';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call } from '../../api/call.ts';

/** Includes the code, for people with edit access. */
export const editedQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'edited', id],
    queryFn: ({ signal }) => call(endpoints.one, { params: { id }, signal }),
    staleTime: 0,
    // A form must not be refilled while somebody types in it.
    refetchOnWindowFocus: false,
  });

export const sitesQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['sites', 'to-pick', client],
    queryFn: ({ signal }) => call(sites.list, { query: { limit: 1000, ordering: 'title' }, signal }),
  });

const lookEveryMs = 2_000;
/** Polled, so that the first frame shows without a reload. */
export const connectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'connection', id],
    queryFn: ({ signal }) => call(endpoints.connection, { params: { id }, signal }),
    refetchInterval: lookEveryMs,
    staleTime: 0,
  });

/** Statistics and values change while the page is open. */
export const modbusQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'modbus', id],
    queryFn: ({ signal }) => call(modbus.one, { params: { id }, signal }),
    refetchInterval: lookEveryMs,
    staleTime: 0,
  });
export const changeModbus = (id: number, body: DeviceModbusInput) => call(modbus.change, { params: { id }, body });

export const createDevice = (body: DeviceInput) => call(endpoints.create, { body });
export const changeDevice = (id: number, body: DevicePatch) => call(endpoints.change, { params: { id }, body });
/** Suspends it with a reason, or gives a suspended one a new reason; null reactivates it. */
export const suspendDevice = (id: number, body: { readonly reason: string; readonly review_at: string } | null) =>
  body === null
    ? call(endpoints.returnToService, { params: { id } })
    : call(endpoints.takeOutOfService, { params: { id }, body });
export const removeDevice = (id: number, cascade: boolean) =>
  call(endpoints.remove, { params: { id }, query: { cascade: cascade ? 'true' : 'false' } });
