import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints as devices } from '@tocsin/contract/devices';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { type Me, selectClient, selectDevice, selectSite, useClients, useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { entriesFor } from './entries.ts';
import type { Target } from './find-model.ts';
import { useActionTargets } from './use-action-targets.ts';
import { useAlarmTargets } from './use-alarm-targets.ts';

/** Help pages with their text; passed in because they belong to another feature. */
export type LoadHelp = () => Promise<
  readonly { readonly slug: string; readonly title: string; readonly words: string }[]
>;

const quiet = { staleTime: 5 * 60_000, retry: false } as const;
/** Beyond this number of devices, their sensors are not queried: one key press must not cause that many calls. */
const maxDevices = 30;

interface TargetsWanted {
  readonly me: Me;
  readonly open: boolean;
  readonly loadHelp: LoadHelp;
  /** Opens the list of keys. */
  readonly showKeys: () => void;
}

/** All targets of the palette: active alarms, actions, pages, clients, sites, all devices, sensors of the selected site, and help pages. */
export const useTargets = ({ me, open, loadHelp, showKeys }: TargetsWanted): readonly Target[] => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { client, site } = useSelection();
  const clients = useClients();
  const sites = useSites().data?.results;
  const all = useQuery({
    queryKey: ['devices', 'all', client],
    queryFn: ({ signal }) => call(devices.all, { signal }),
    enabled: open,
    ...quiet,
  }).data?.results;
  const help = useQuery({ queryKey: ['help'], queryFn: loadHelp, enabled: open, staleTime: Infinity }).data;
  const near = useMemo(
    () => (all ?? []).filter((device) => device.location.id === site).slice(0, maxDevices),
    [all, site],
  );
  const lists = useQueries({
    queries: near.map((device) => ({
      queryKey: ['sensor-list', device.id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await call(sensors.list, { params: { id: device.id }, signal })).results,
      enabled: open,
      ...quiet,
    })),
  });
  const alarms = useAlarmTargets();
  const actions = useActionTargets(me, showKeys);
  return useMemo((): readonly Target[] => {
    const toDevice = (id: number, location: number, to: string) => async (): Promise<void> => {
      await selectDevice(id, location);
      await navigate({ to });
    };
    return [
      ...alarms,
      ...actions,
      ...entriesFor(me).map(
        (entry): Target => ({
          key: entry.to,
          kind: 'page',
          label: entry.label,
          about: '',
          icon: entry.icon,
          go: () => navigate({ to: entry.to }),
        }),
      ),
      ...clients.map(
        (each): Target => ({
          key: `client ${each.id}`,
          kind: 'client',
          label: each.company,
          about: '',
          icon: 'client',
          go: async () => {
            await selectClient(queries, each.id);
            await navigate({ to: '/sites' });
          },
        }),
      ),
      ...(sites ?? []).map(
        (each): Target => ({
          key: `site ${each.id}`,
          kind: 'site',
          label: each.title,
          about: '',
          icon: 'site',
          go: async () => {
            await selectSite(each.id);
            await navigate({ to: '/devices' });
          },
        }),
      ),
      ...(all ?? []).map(
        (each): Target => ({
          key: `device ${each.id}`,
          kind: 'device',
          label: each.title,
          about: each.location.title,
          icon: 'device',
          go: toDevice(each.id, each.location.id, '/dashboard'),
        }),
      ),
      ...near.flatMap((device, index) =>
        (lists[index]?.data ?? []).map(
          (sensor): Target => ({
            key: `sensor ${device.id} ${sensor.id}`,
            kind: 'sensor',
            label: sensor.name,
            about: `${device.title}, ${sensor.group_name}`,
            icon: 'chart',
            go: toDevice(device.id, device.location.id, `/graphs/${sensor.id}`),
          }),
        ),
      ),
      ...(help ?? []).map(
        (each): Target => ({
          key: `help ${each.slug}`,
          kind: 'help',
          label: each.title,
          about: '',
          words: each.words,
          icon: 'help',
          go: () => navigate({ to: '/help/$slug', params: { slug: each.slug } }),
        }),
      ),
    ];
  }, [me, alarms, actions, clients, sites, all, near, lists, help, navigate, queries]);
};
