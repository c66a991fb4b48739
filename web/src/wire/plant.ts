import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { deviceTypeLabels } from '@tocsin/contract/device-type';
import { z } from 'zod';
import { ask } from './http.ts';
import { type Selection, selection, selectionText, setSelection, tabSelection, useSelection } from './selection.ts';
import { keep } from './storage.ts';

/** Who is signed in, and the plant as far as they may see it: every page needs these, so they live here and not in a room. */
const Ref = z.looseObject({ id: z.number() }).nullable();

export const Me = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  current_client: Ref,
  current_location: Ref,
  current_device: Ref,
  is_superuser: z.boolean(),
  is_oem: z.boolean(),
  is_accounts_management: z.boolean(),
  is_manager: z.boolean(),
  is_engineer: z.boolean(),
  can_edit: z.boolean(),
  visual_dashboard_enabled: z.boolean(),
});
export type Me = z.infer<typeof Me>;

export const Client = z.looseObject({ id: z.number(), company: z.string() });
export const Site = z.looseObject({
  id: z.number(),
  title: z.string(),
  address: z.string().nullish(),
  timezone: z.string(),
  is_suspended: z.boolean(),
  is_active: z.boolean(),
  date_created: z.string().nullish(),
});
export type Site = z.infer<typeof Site>;
export const Device = z.looseObject({
  id: z.number(),
  location: z.number(),
  title: z.string(),
  serial_number: z.string().nullish(),
  device_type: z.enum(['F500', '0300', '0005', '0006', 'F500-UDF']),
  ip_address: z.string().nullish(),
  udf_id: z.string().nullish(),
  is_suspended: z.boolean(),
  is_online: z.boolean(),
  is_emulated_as: z.string().nullish(),
});
export type Device = z.infer<typeof Device>;

const list = <T extends z.ZodType>(item: T) => z.object({ count: z.number(), results: z.array(item) });

const idOf = (ref: { id: number } | null): number | null => ref?.id ?? null;

/** Also gives a new tab its selection: the stored one. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me', tabSelection() === null ? 'stored' : selectionText(selection())],
    queryFn: async ({ signal }) => {
      const me = await ask({ method: 'GET', path: 'v1/me/', signal }, Me);
      if (tabSelection() === null) {
        setSelection({
          client: idOf(me.current_client),
          site: idOf(me.current_location),
          device: idOf(me.current_device),
        });
      }
      return me;
    },
    staleTime: 60_000,
  });

export const useMe = (): Me | undefined => {
  useSelection();
  return useQuery({ ...meQuery(), placeholderData: (before) => before }).data;
};

export const clientsQuery = () =>
  queryOptions({
    queryKey: ['clients', 'mine'],
    queryFn: ({ signal }) =>
      ask({ method: 'GET', path: 'v1/clients/', query: { limit: 1000, offset: 0 }, signal }, list(Client)),
  });

export const sitesQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['sites', client],
    queryFn: ({ signal }) =>
      ask(
        {
          method: 'GET',
          path: 'v1/locations/',
          query: { limit: 100, offset: 0, is_active: true, ordering: '-date_created' },
          signal,
        },
        list(Site),
      ),
  });

export const devicesQuery = (site: number | null) =>
  queryOptions({
    queryKey: ['devices', site],
    queryFn: ({ signal }) =>
      ask(
        {
          method: 'GET',
          path: 'v1/devices/',
          query: { location: site, limit: 1000, offset: 0, ordering: 'title' },
          signal,
        },
        list(Device),
      ),
    enabled: site !== null,
    // Online and suspended states are on the cards: a list that stands open stays true.
    refetchInterval: 15_000,
  });

export const deviceQuery = (device: number | null) =>
  queryOptions({
    queryKey: ['device', device],
    queryFn: ({ signal }) => ask({ method: 'GET', path: `v1/devices/${device}/`, signal }, Device),
    enabled: device !== null,
  });

export const useSites = () => useQuery(sitesQuery(useSelection().client));
export const useDevices = () => useQuery(devicesQuery(useSelection().site));

export const useSite = (): Site | undefined => {
  const { site } = useSelection();
  return useSites().data?.results.find((each) => each.id === site);
};
export const useDevice = (): Device | undefined => useQuery(deviceQuery(useSelection().device)).data;

/** The type that decides display and filters (decisions.md 4). */
export const shownType = (device: Device): keyof typeof deviceTypeLabels => {
  const emulated = device.is_emulated_as;
  return emulated && emulated in deviceTypeLabels ? (emulated as keyof typeof deviceTypeLabels) : device.device_type;
};
/** Where its live feed is: by udf_id, an F500 by its id. */
export const feedAddress = (device: Device): string => device.udf_id || String(device.id);

const select = async (what: 'clients' | 'locations' | 'devices', id: number, next: Selection): Promise<void> => {
  await ask({ method: 'POST', path: `v1/${what}/${id}/select/` }, z.unknown());
  setSelection(next);
};

/** A client, site or device picked: stored for new tabs by the call, for this tab by its selection. */
export const selectClient = async (queries: QueryClient, id: number): Promise<void> => {
  await select('clients', id, { client: id, site: null, device: null });
  keep('client', String(id));
  await queries.invalidateQueries();
};
export const selectSite = (id: number): Promise<void> =>
  select('locations', id, { client: selection().client, site: id, device: null });
export const selectDevice = (id: number, site: number | null = selection().site): Promise<void> =>
  select('devices', id, { client: selection().client, site, device: id });
