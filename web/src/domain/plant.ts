import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints as clients } from '@tocsin/contract/clients';
import type { DeviceType } from '@tocsin/contract/device-type';
import { type Device, endpoints as devices } from '@tocsin/contract/devices';
import { may } from '@tocsin/contract/permissions';
import { type Site, endpoints as sites } from '@tocsin/contract/sites';
import { call, callQuery, forForms } from '../api/call.ts';
import { keptCall } from '../api/kept-call.ts';
import { writeStored } from '../api/storage.ts';
import { type Me, useMe } from './me.ts';
import { selection, setSelection, useSelection } from './selection.ts';

/** Types of the plant: sites and devices that the signed-in user can see. */
export type { Device, Site };

/** Clients: operator staff see all of them; others have theirs in `me`. */
const clientsQuery = (me: Me | undefined) =>
  queryOptions({
    queryKey: ['clients', 'mine', may(me, 'staff') ? 'all' : me?.clients],
    queryFn: async ({ signal }): Promise<Me['clients']> => {
      if (!may(me, 'staff')) return me?.clients ?? [];
      const { results } = await call(clients.list, { query: { limit: 1000 }, signal });
      return results;
    },
    enabled: me !== undefined,
  });

const sitesQuery = (client: number | null) =>
  callQuery(['sites', client], sites.list, {
    query: { limit: 100, offset: 0, is_active: 'true', ordering: '-date_created' },
  });

/** The devices of a site, by name. */
export const devicesQuery = (site: number | null) =>
  callQuery(['devices', site], devices.list, {
    query: { ...(site === null ? {} : { location: site }), limit: 1000, ordering: 'title' },
    enabled: site !== null,
    // Refetched, because cards show whether devices are online or suspended.
    refetchInterval: 15_000,
  });

/** One device, at any site. */
export const deviceQuery = (device: number | null) =>
  queryOptions({
    queryKey: ['device', device],
    queryFn: ({ signal }) => keptCall(devices.one, { params: { id: device ?? 0 }, signal }),
    enabled: device !== null,
  });

/** The clients that the user can see. */
export const useClients = (): Me['clients'] => useQuery(clientsQuery(useMe())).data ?? [];
/** The first hundred sites of the selected client; read again after `againMs` where their state is shown. */
export const useSites = (againMs: number | false = false) =>
  useQuery({ ...sitesQuery(useSelection().client), refetchInterval: againMs });
/** The devices of the selected site. */
export const useDevices = () => useQuery(devicesQuery(useSelection().site));

/** One site, always fetched fresh. */
export const siteQuery = (id: number) => callQuery(['sites', 'one', id], sites.one, { params: { id }, ...forForms });

/** One site: from the first hundred, or fetched individually. */
export const useKnownSite = (id: number | null): Site | undefined => {
  const known = useSites().data?.results;
  const match = known?.find((each) => each.id === id);
  const isSeparate = id !== null && known !== undefined && match === undefined;
  const separateQuery = useQuery({ ...siteQuery(id ?? 0), enabled: isSeparate });
  return match ?? (isSeparate ? separateQuery.data : undefined);
};
/** The selected site. */
export const useSite = (): Site | undefined => useKnownSite(useSelection().site);
/** The selected device. */
export const useDevice = (): Device | undefined => useQuery(deviceQuery(useSelection().device)).data;

/** The device type for display and filters (docs/spec/decisions.md, section 4). */
export const shownType = (device: Device): DeviceType => device.shown_type;
/** The address of a device's live feed: its udf_id, or for an F500 its id. */
export const feedAddress = (device: Device): string => device.udf_id || String(device.id);

/** Selects another client and clears site and device. The selection is stored for new tabs. */
export const selectClient = async (queries: QueryClient, id: number): Promise<void> => {
  await call(clients.select, { params: { id } });
  setSelection({ client: id, site: null, device: null });
  writeStored('client', String(id));
  await queries.invalidateQueries();
};

/** Selects another site and clears the device. */
export const selectSite = async (id: number): Promise<void> => {
  await call(sites.select, { params: { id } });
  setSelection({ client: selection().client, site: id, device: null });
};

/** Selects a site with its client, as for a link. */
export const openSite = async (id: number, client: number): Promise<void> => {
  await call(sites.select, { params: { id } });
  setSelection({ client, site: id, device: null });
};

/** Selects another device, at the selected site unless another one is given. */
export const selectDevice = async (id: number, site: number | null = selection().site): Promise<void> => {
  await call(devices.select, { params: { id } });
  setSelection({ client: selection().client, site, device: id });
};

/** Selects a device with its site and client, as for a link. */
export const openDevice = async (id: number): Promise<void> => {
  const device = await call(devices.one, { params: { id } });
  await call(devices.select, { params: { id } });
  setSelection({ client: device.client, site: device.location, device: id });
};
