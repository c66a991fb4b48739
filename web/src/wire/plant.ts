import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints as accounts, type Me } from '@tocsin/contract/accounts';
import { endpoints as clients } from '@tocsin/contract/clients';
import type { DeviceType } from '@tocsin/contract/device-type';
import { type Device, endpoints as devices } from '@tocsin/contract/devices';
import { type Site, endpoints as sites } from '@tocsin/contract/sites';
import { call } from './call.ts';
import { selection, selectionText, setSelection, tabSelection, useSelection } from './selection.ts';
import { keep } from './storage.ts';

/** Who is signed in, and the plant as far as they may see it: every page needs these, so they live here and not in a room. */
export type { Device, Me, Site };

const idOf = (ref: { readonly id: number } | null): number | null => ref?.id ?? null;

/** Gives a new tab its selection, the stored one, and a tab whose client or site is gone by now what is left of its own. */
const askMe = async (signal?: AbortSignal): Promise<Me> => {
  const asked = tabSelection();
  const me = await call(accounts.me, { signal });
  const held = {
    client: idOf(me.current_client),
    site: idOf(me.current_location),
    device: idOf(me.current_device),
  };
  const differs = asked === null || selectionText(asked) !== selectionText(held);
  if (differs && tabSelection() === asked) setSelection(held);
  return me;
};

/** Who is signed in, as the tab's selection has it. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me', tabSelection() === null ? 'stored' : selectionText(selection())],
    queryFn: ({ signal }) => askMe(signal),
    staleTime: 60_000,
  });

/**
 * Something was not found: what this tab has selected may be gone, and every call would be refused for its sake. The tab
 * goes on with what is left of its selection.
 */
export const mendSelection = async (): Promise<void> => {
  if (tabSelection() !== null) await askMe().catch(() => undefined);
};

/** Who is signed in, as the selection has it; undefined until it is known. */
export const useMe = (): Me | undefined => {
  useSelection();
  return useQuery({ ...meQuery(), placeholderData: (before) => before }).data;
};

/** Operator staff see every client; everybody else has theirs in `me`. */
const clientsQuery = (me: Me | undefined) =>
  queryOptions({
    queryKey: ['clients', 'mine', me?.is_staff ? 'all' : me?.clients],
    queryFn: async ({ signal }): Promise<Me['clients']> => {
      if (!me?.is_staff) return me?.clients ?? [];
      const { results } = await call(clients.list, { query: { limit: 1000 }, signal });
      return results;
    },
    enabled: me !== undefined,
  });

const sitesQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['sites', client],
    queryFn: ({ signal }) =>
      call(sites.list, { query: { limit: 100, offset: 0, is_active: 'true', ordering: '-date_created' }, signal }),
  });

/** The devices of a site, by name. */
export const devicesQuery = (site: number | null) =>
  queryOptions({
    queryKey: ['devices', site],
    queryFn: ({ signal }) =>
      call(devices.list, {
        query: { ...(site === null ? {} : { location: site }), limit: 1000, ordering: 'title' },
        signal,
      }),
    enabled: site !== null,
    // Online and suspended states are on the cards: a list that stands open stays true.
    refetchInterval: 15_000,
  });

/** One device, wherever it stands. */
export const deviceQuery = (device: number | null) =>
  queryOptions({
    queryKey: ['device', device],
    queryFn: ({ signal }) => call(devices.one, { params: { id: device ?? 0 }, signal }),
    enabled: device !== null,
  });

/** The clients that the person may look at. */
export const useClients = (): Me['clients'] => useQuery(clientsQuery(useMe())).data ?? [];
/** The first hundred sites of the selected client. */
export const useSites = () => useQuery(sitesQuery(useSelection().client));
/** The devices of the selected site. */
export const useDevices = () => useQuery(devicesQuery(useSelection().site));

/** One site, for whoever must not see an older state of it. */
export const siteQuery = (id: number) =>
  queryOptions({
    queryKey: ['sites', 'one', id],
    queryFn: ({ signal }) => call(sites.one, { params: { id }, signal }),
    staleTime: 0,
    // A form must not be filled anew while somebody types in it.
    refetchOnWindowFocus: false,
  });

/** One site: from the hundred that every page knows, or asked for by itself. */
export const useKnownSite = (id: number | null): Site | undefined => {
  const known = useSites().data?.results;
  const found = known?.find((each) => each.id === id);
  const isApart = id !== null && known !== undefined && found === undefined;
  const apart = useQuery({ ...siteQuery(id ?? 0), enabled: isApart });
  return found ?? (isApart ? apart.data : undefined);
};
/** The selected site. */
export const useSite = (): Site | undefined => useKnownSite(useSelection().site);
/** The selected device. */
export const useDevice = (): Device | undefined => useQuery(deviceQuery(useSelection().device)).data;

/** The type that decides display and filters (decisions.md 4). */
export const shownType = (device: Device): DeviceType => device.is_emulated_as ?? device.device_type;
/** Where its live feed is: by udf_id, an F500 by its id. */
export const feedAddress = (device: Device): string => device.udf_id || String(device.id);

/** decisions.md 3: operator staff, account managers, Managers of any site of the client; the server refuses the others. */
export const mayAddSite = (me: Pick<Me, 'is_staff' | 'is_accounts_management' | 'locations_roles'>): boolean =>
  me.is_staff || me.is_accounts_management || Object.values(me.locations_roles).includes('Manager');

/** A client, site or device picked: stored for new tabs by the call, for this tab by its selection. */
export const selectClient = async (queries: QueryClient, id: number): Promise<void> => {
  await call(clients.select, { params: { id } });
  setSelection({ client: id, site: null, device: null });
  keep('client', String(id));
  await queries.invalidateQueries();
};

/** Another site is picked; the device is left. */
export const selectSite = async (id: number): Promise<void> => {
  await call(sites.select, { params: { id } });
  setSelection({ client: selection().client, site: id, device: null });
};

/** Another device is picked, on the selected site unless another is named. */
export const selectDevice = async (id: number, site: number | null = selection().site): Promise<void> => {
  await call(devices.select, { params: { id } });
  setSelection({ client: selection().client, site, device: id });
};

/** A device that a link names: selected with its site and client, whatever this tab looked at before. */
export const openDevice = async (id: number): Promise<void> => {
  const device = await call(devices.one, { params: { id } });
  await call(devices.select, { params: { id } });
  setSelection({ client: device.client, site: device.location, device: id });
};
