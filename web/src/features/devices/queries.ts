import { endpoints as types } from '@tocsin/contract/device-types';
import { type DeviceInput, type DevicePatch, endpoints, type OpenDeviceInput } from '@tocsin/contract/devices';
import { type ComparedInput, type DeviceModbusInput, endpoints as modbus } from '@tocsin/contract/modbus';
import { endpoints as modbusNetworks } from '@tocsin/contract/modbus-networks';
import { endpoints as payloadMaps } from '@tocsin/contract/payload-maps';
import { endpoints as sites } from '@tocsin/contract/sites';
import { TagList } from '@tocsin/contract/tag-list';
import { call, callQuery, forForms } from '../../api/call.ts';
import { ask } from '../../api/http.ts';

/** A device for its form; for people with edit access, it includes the code. */
export const editedQuery = (id: number) =>
  callQuery(['device', 'edited', id], endpoints.one, { params: { id }, ...forForms });

export const sitesQuery = (client: number | null) =>
  callQuery(['sites', 'to-pick', client], sites.list, { query: { limit: 1000, ordering: 'title' } });

/** Device types for everybody and of the selected client. */
export const typesQuery = (client: number | null) =>
  callQuery(['device types', client], types.list, { query: { limit: 1000 } });

/** Serial number and code of a device as a QR code. */
export const qrQuery = (id: number) =>
  callQuery(['device', 'qr', id], endpoints.qr, { params: { id }, staleTime: Number.POSITIVE_INFINITY });

export const pollMs = 2_000;
/** How to connect a device; polled, so that the first frame is shown without a reload. */
export const connectionQuery = (id: number) =>
  callQuery(['device', 'connection', id], endpoints.connection, {
    params: { id },
    refetchInterval: pollMs,
    staleTime: 0,
  });

/** Polling of a device's registers; refetched, because statistics and values change. */
export const modbusQuery = (id: number) =>
  callQuery(['device', 'modbus', id], modbus.one, { params: { id }, refetchInterval: pollMs, staleTime: 0 });
/** In which networks the devices of a site are asked; fails for those who may not edit it. */
export const networksQuery = (site: number) =>
  callQuery(['sites', 'modbus-networks', site], modbusNetworks.one, {
    params: { id: site },
    retry: false,
    staleTime: 0,
  });
/** Reads a tag list as a register map; stores nothing. */
export const readTags = (id: number, file: File): Promise<TagList> => {
  const body = new FormData();
  body.append('file', file);
  return ask({ method: 'POST', path: `v1/devices/${id}/modbus/tags/`, body }, TagList);
};
export const compareModbus = (id: number, body: ComparedInput) => call(modbus.compare, { params: { id }, body });
export const changeModbus = (id: number, body: DeviceModbusInput) => call(modbus.change, { params: { id }, body });

/** Senders of a site that nobody reads; refetched, because the next message may be the one that is looked for. */
export const waitingQuery = (site: number) =>
  callQuery(['waiting senders', site], payloadMaps.waiting, {
    params: { id: site },
    query: { limit: 50 },
    refetchInterval: 5_000,
    retry: false,
  });

export const addOpenDevice = (body: OpenDeviceInput) => call(endpoints.open, { body });
export const createDevice = (body: DeviceInput) => call(endpoints.create, { body });
export const changeDevice = (id: number, body: DevicePatch) => call(endpoints.change, { params: { id }, body });
/** Suspends a device, or changes the reason of a suspended one; null reactivates it. */
export const suspendDevice = (id: number, body: { readonly reason: string; readonly review_at: string } | null) =>
  body === null
    ? call(endpoints.returnToService, { params: { id } })
    : call(endpoints.takeOutOfService, { params: { id }, body });
export const removeDevice = (id: number, cascade: boolean) =>
  call(endpoints.remove, { params: { id }, query: { cascade: cascade ? 'true' : 'false' } });
