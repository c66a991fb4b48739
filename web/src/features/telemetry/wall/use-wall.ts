import { useQueries, useQuery } from '@tanstack/react-query';
import { hasNodes } from '@tocsin/contract/device-type';
import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { texts as events } from '@tocsin/contract/texts/incident-story';
import { texts } from '@tocsin/contract/texts/wall';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { incidentsByDevice, worstFirst } from '../../../domain/incident-story.ts';
import { type Limit, limitsOf } from '../../../domain/limits.ts';
import { type Device, devicesQuery, feedAddress, shownType } from '../../../domain/plant.ts';
import { serverNow } from '../../../live/clock.ts';
import type { DeviceStore } from '../../../live/device-store.ts';
import { incidentsNow } from '../../../live/incidents.ts';
import { watchDevice } from '../../../live/live-feed.ts';
import { isNotRecorded } from '../../../live/recording.ts';
import type { SocketState } from '../../../live/socket.ts';
import { onTick } from '../../../ui/tick.ts';
import { momentText } from '../../../ui/time.ts';
import { warningsQuery } from '../queries.ts';
import { inOrder, type Tile } from './model.ts';
import { tileOf } from './tile-of.ts';

/** Maximum number of live feeds of one wall; the limit per user is 200 sockets (docs/spec/decisions.md, section 1). */
const maxSockets = 100;

/** Frames that arrive within this time are shown together. */
const gatherMs = 250;

type Watched = ReadonlyMap<number, DeviceStore>;

/** The live feeds of a site's devices while the wall is open. */
const useDeviceStores = (devices: readonly Device[]): Watched => {
  const [stores, setStores] = useState<Watched>(new Map());
  const key = devices.map((device) => `${device.id}=${feedAddress(device)}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the devices.
  useEffect(() => {
    const feeds = devices
      .slice(0, maxSockets)
      .map((device) => ({ id: device.id, ...watchDevice(feedAddress(device)) }));
    setStores(new Map(feeds.map(({ id, store }) => [id, store])));
    return () => {
      for (const feed of feeds) feed.leave();
    };
  }, [key]);
  return stores;
};

export interface WallState {
  readonly tiles: readonly Tile[];
  readonly socket: SocketState;
  /** When the newest frame of any device arrived, in unix ms. */
  readonly newest: number | null;
  readonly notRecorded: boolean;
  /** How many shelves hold messages back. */
  readonly shelved: number;
  /** How many sensors are armed in walk tests. */
  readonly armed: number;
  /** How many events cleared before anybody acknowledged them. */
  readonly cleared: number;
}

/** The place of each device's incident at the site in the one order of incidents; devices without one come last. */
const placesNow = (incidents: readonly Incident[], now: number): ((device: number) => number) => {
  const places = new Map<number, number>();
  for (const [place, { incident }] of worstFirst(incidents, now).entries())
    for (const { device_id } of incident.facts.events) if (!places.has(device_id)) places.set(device_id, place);
  return (device) => places.get(device) ?? incidents.length;
};

/** What cleared before anybody acknowledged it, by time. */
const clearedOf = (incidents: readonly Incident[]): readonly Notification[] =>
  incidents
    .flatMap(({ events }) => events)
    .filter((row) => !row.is_active && row.needs_acknowledgement && row.acknowledged === null && !row.test)
    .sort((a, b) => Date.parse(a.date_created) - Date.parse(b.date_created));

const openText = (row: Notification | undefined): string => {
  if (!row) return '';
  const { date_created: began, duration, location_timezone: zone } = row;
  const end = momentText(Date.parse(began) + (duration ?? 0) * 1_000, serverNow(), zone);
  return [row.sensor_name, duration === null ? events.over : events.cleared(end)].filter(Boolean).join(', ');
};

/** The sensor that each device's tile showed last, by device id. */
type Paths = Map<number, string | null>;

const stateOf = (site: number, devices: readonly Device[], stores: Watched, paths: Paths): WallState => {
  const now = serverNow();
  const tiles: Tile[] = [];
  let newest: number | null = null;
  let notRecorded = false;
  let shelved = 0;
  let armed = 0;
  const sockets: SocketState[] = [];
  const incidents = (incidentsNow().list?.results ?? []).filter((incident) => incident.site.id === site);
  const running = incidentsByDevice(incidents);
  const cleared = clearedOf(incidents);
  for (const device of devices) {
    // A device beyond the feed limit, or without a feed, gets its status from the device list.
    const store = stores.get(device.id);
    const tile = tileOf(device, store, {
      nodes: hasNodes(shownType(device)),
      now,
      words: texts,
      before: paths.get(device.id) ?? null,
      first: running.get(device.id)?.path ?? null,
    });
    paths.set(device.id, tile.path);
    tiles.push({ ...tile, open: openText(cleared.findLast((row) => row.device_id === device.id)) });
    if (store === undefined) continue;
    // The refused feed of a suspended device is not a lost connection.
    if (store.state() !== 'refused') sockets.push(store.state());
    armed += store.device()?.walk?.armed.length ?? 0;
    shelved += (store.device()?.shelves ?? []).filter((shelf) => shelf.until > now).length;
    const doc = store.document();
    if (doc?.received_at == null) continue;
    newest = Math.max(newest ?? 0, doc.received_at);
    notRecorded ||= isNotRecorded(doc);
  }
  const socket = sockets.includes('down') ? 'down' : sockets.every((each) => each === 'open') ? 'open' : 'connecting';
  return {
    tiles: inOrder(tiles, placesNow(incidents, now)),
    socket,
    newest,
    notRecorded,
    shelved,
    armed,
    cleared: cleared.length,
  };
};

const noDevices: readonly Device[] = [];

/** The tiles and alarms of a site's wall display, updated at most four times a second. */
export const useWall = (
  site: number,
): WallState & { readonly devices: readonly Device[]; readonly limits: ReadonlyMap<string, Limit> } => {
  const devices = useQuery(devicesQuery(site)).data?.results ?? noDevices;
  const stores = useDeviceStores(devices);
  const subscribe = useMemo(
    () =>
      (listener: () => void): (() => void) => {
        // A hundred devices send dozens of frames a second; four updates a second are enough for people.
        let timer: ReturnType<typeof setTimeout> | undefined;
        const soon = (): void => {
          timer ??= setTimeout(() => {
            timer = undefined;
            listener();
          }, gatherMs);
        };
        const leave = [...stores.values()].map((store) => store.subscribe(soon));
        const stop = onTick(listener);
        return () => {
          clearTimeout(timer);
          for (const each of leave) each();
          stop();
        };
      },
    [stores],
  );
  const paths = useRef<Paths>(new Map());
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(stateOf(site, devices, stores, paths.current)));
  const state = useMemo(() => JSON.parse(text) as WallState, [text]);
  // Only limits of warnings are known here.
  const bad = state.tiles.filter((tile) => tile.severity === 'warning' && tile.path !== null).map((tile) => tile.id);
  const rules = useQueries({ queries: bad.map((id) => warningsQuery(id)) });
  const limits = new Map<string, Limit>();
  bad.forEach((id, index) => {
    for (const [path, limit] of limitsOf(rules[index]?.data ?? [])) limits.set(`${id} ${path}`, limit);
  });
  return { ...state, devices, limits };
};
