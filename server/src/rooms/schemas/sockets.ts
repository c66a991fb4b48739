import { DeviceId } from '@tocsin/contract/ids';
import type { Db } from '../../base/db.ts';
import type { LiveSocket } from '../../base/sockets.ts';
import type { Sockets } from '../../policy/socket.ts';
import { sensorsOfMachine, sensorsOfTab } from './store-tabs.ts';

interface Watching {
  again(): void;
  stop(): void;
}

/** What the live hub offers: each of the devices' present document at once, and each new one after it. */
export interface DevicesFeed {
  watchDevices(devices: readonly DeviceId[], socket: LiveSocket): Watching;
}

type Rows = readonly { readonly device_id: number }[];

const devicesOf = (rows: Rows): DeviceId[] =>
  [...new Set(rows.map((row) => row.device_id))].map((id) => DeviceId.parse(id));

/** The devices are looked up while the socket is open already; what closes it meanwhile ends the watch before it began. */
function watchLater(rows: Promise<Rows>, feed: DevicesFeed, socket: LiveSocket): Watching {
  let watching: Watching | null = null;
  let stopped = false;
  rows.then(
    (found) => {
      if (!stopped) watching = feed.watchDevices(devicesOf(found), socket);
    },
    () => socket.close(1011, 'Internal server error'),
  );
  return {
    again: () => watching?.again(),
    stop: () => {
      stopped = true;
      watching?.stop();
    },
  };
}

/** `ws/tab-devices-data/{id}/` and `ws/machine-devices-data/{id}/`: one device's document per message. */
export const addSchemaSockets = (sockets: Sockets, db: Db, feed: DevicesFeed): void => {
  const idOf = ({ id }: Readonly<Record<string, string>>): number | undefined =>
    /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : undefined;
  const rowsOf = {
    tab: (id: number) => sensorsOfTab(db, id),
    machine: (id: number) => sensorsOfMachine(db, id),
  };
  for (const kind of ['tab', 'machine'] as const) {
    sockets.add({
      paths: [`/api/v2/ws/${kind}-devices-data/:id/`],
      may: `${kind}.see`,
      subjectId: async (params) => idOf(params),
      open: (socket, { params }) => watchLater(rowsOf[kind](idOf(params) ?? 0), feed, socket),
    });
  }
};
