import { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice } from '@tocsin/contract/live';
import { isOemOrSuper } from '../../access/principal.ts';
import type { Opened, Sockets } from '../../access/socket.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { LiveSocket } from '../../platform/socket-registry.ts';
import { openDevices } from './store-open.ts';
import { sensorsOfMachine, sensorsOfTab } from './store-tabs.ts';

interface Watching {
  again(): void;
  stop(): void;
}

/** What the live hub offers: the current document of each device at once, then each new one. */
export interface DevicesFeed {
  watchDevices(devices: readonly DeviceId[], socket: LiveSocket): Watching;
}

/** The devices of a drawing, and those that the viewer may not open. */
interface Drawn {
  readonly shown: readonly DeviceId[];
  readonly hidden: readonly DeviceId[];
}

type Kind = 'tab' | 'machine';
type Viewed = Opened<'tab.see' | 'machine.see'>;

/** An empty document: a page that showed the device clears it. */
const emptyDocument = (device: DeviceId, now: number): LiveDevice => ({
  Id: String(device),
  Name: '',
  Status: 'Not scanned',
  Alarm: false,
  device: { deviceId: String(device), udf_id: null, deviceType: '', versionInfo: null, is_online: false },
  groups: [],
  frame_at: null,
  received_at: null,
  sent_at: now,
  stored_until: null,
  usual_interval: 1_000,
  notices: [],
});

/**
 * Watches the devices of one drawing. Devices are looked up while the socket is open, and again whenever rights change;
 * results of outdated lookups or of a closed socket are ignored.
 */
class DrawingWatch {
  readonly #find: (viewed: Viewed) => Promise<Drawn>;
  readonly #feed: DevicesFeed;
  readonly #socket: LiveSocket;
  readonly #clock: Clock;
  #watching: Watching | null = null;
  #shown: readonly DeviceId[] = [];
  #hidden: readonly DeviceId[] = [];
  #lookup = 0;

  constructor(find: (viewed: Viewed) => Promise<Drawn>, feed: DevicesFeed, socket: LiveSocket, clock: Clock) {
    this.#find = find;
    this.#feed = feed;
    this.#socket = socket;
    this.#clock = clock;
  }

  readonly changed = (viewed: Viewed): void => {
    const mine = ++this.#lookup;
    this.#find(viewed).then(
      (drawn) => {
        if (mine === this.#lookup) this.#watch(drawn);
      },
      () => this.#socket.close(1011, 'Internal server error'),
    );
  };

  readonly again = (): void => this.#watching?.again();

  readonly stop = (): void => {
    this.#lookup++;
    this.#watching?.stop();
    this.#watching = null;
  };

  #watch({ shown, hidden }: Drawn): void {
    for (const device of hidden)
      if (!this.#hidden.includes(device)) this.#socket.send(JSON.stringify(emptyDocument(device, this.#clock.now())));
    this.#hidden = hidden;
    const isSame = this.#watching !== null && shown.join() === this.#shown.join();
    if (isSame) return;
    this.#watching?.stop();
    this.#shown = shown;
    this.#watching = this.#feed.watchDevices(shown, this.#socket);
  }
}

/** `ws/tab-devices-data/{id}/` and `ws/machine-devices-data/{id}/`: one device's document per message. */
export const addSchemaSockets = (sockets: Sockets, db: Db, clock: Clock, feed: DevicesFeed): void => {
  const idOf = ({ id }: Readonly<Record<string, string>>): number | undefined =>
    /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : undefined;
  const sensorsOf = { tab: sensorsOfTab, machine: sensorsOfMachine };

  const find =
    (kind: Kind) =>
    async ({ params, who, subject }: Viewed): Promise<Drawn> => {
      const rows = await sensorsOf[kind](db, idOf(params) ?? 0);
      const ids = [...new Set(rows.map((row) => row.device_id))].sort((a, b) => a - b);
      const open = await openDevices(db, subject.siteId, ids, isOemOrSuper(who));
      const devices = ids.map((id) => DeviceId.parse(id));
      return { shown: devices.filter((id) => open.has(id)), hidden: devices.filter((id) => !open.has(id)) };
    };

  for (const kind of ['tab', 'machine'] as const) {
    sockets.add({
      paths: [`/api/v2/ws/${kind}-devices-data/:id/`],
      may: `${kind}.see`,
      account: false,
      subjectId: async (params) => idOf(params),
      open: (socket, viewed) => {
        const watch = new DrawingWatch(find(kind), feed, socket, clock);
        watch.changed(viewed);
        return watch;
      },
    });
  }
};
