import { type DeviceTypePatch, type NewDeviceType, endpoints as types } from '@tocsin/contract/device-types';
import { endpoints as devices, type OpenDeviceInput } from '@tocsin/contract/devices';
import type { PayloadMap } from '@tocsin/contract/payload-map';
import { endpoints, type Sample } from '@tocsin/contract/payload-maps';
import { call, callQuery } from '../../api/call.ts';

export const mapsQuery = (client: number | null) =>
  callQuery(['payload maps', client], endpoints.list, { query: { limit: 1000 } });

export const mapQuery = (id: number) =>
  callQuery(['payload map', id], endpoints.one, {
    params: { id },
    // A form must not be overwritten while the user types.
    refetchOnWindowFocus: false,
  });

export const deviceQuery = (id: number) =>
  callQuery(['device', 'mapped', id], devices.one, { params: { id }, refetchOnWindowFocus: false });

export const deviceTypesQuery = (client: number | null) =>
  callQuery(['device types', client], types.list, { query: { limit: 1000 } });

/** Messages that wait at a site: of an unknown sender, or refused ones of a device. */
export const waitingQuery = (site: number, sender: string, device: number | null) =>
  callQuery(['waiting messages', site, sender, device], endpoints.waitingMessages, {
    params: { id: site },
    query: { sender, ...(device === null ? {} : { device }) },
    refetchOnWindowFocus: false,
  });

/** What a map makes of messages. The answer before stays while another is on its way. */
export const triedQuery = (map: PayloadMap, samples: readonly Sample[]) =>
  callQuery(['payload map tried', map, samples], endpoints.try, {
    body: { map, samples: [...samples] },
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });

export const createMap = (client: number | null, map: PayloadMap) => call(endpoints.create, { body: { client, map } });
export const saveMap = (id: number, map: PayloadMap, version: number) =>
  call(endpoints.save, { params: { id }, body: { map, version } });
export const createType = (body: NewDeviceType) => call(types.create, { body });
export const changeType = (id: number, body: DeviceTypePatch) => call(types.change, { params: { id }, body });
export const addDevice = (body: OpenDeviceInput) => call(devices.open, { body });
export const replay = (id: number) => call(endpoints.replay, { params: { id } });
