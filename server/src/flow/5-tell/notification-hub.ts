import type { DeviceId } from '@tocsin/contract/ids';
import type { Notification } from '@tocsin/contract/live';
import type { LiveSocket } from '../../base/sockets.ts';
import type { CatalogDevice } from '../catalog.ts';
import type { Committed, EventRow } from '../passing.ts';
import { toNotification } from './notification.ts';

/** May this viewer be told of that device? Decided by the policy; suspended devices are seen by OEM and super users. */
export type Sees = (device: CatalogDevice) => boolean;

export interface NotificationWatch {
  /** The viewer's rights changed. */
  changed(sees: Sees): void;
  /** How many active events the viewer may see. */
  count(): number;
  stop(): void;
}

/** Events are never collapsed: who falls further behind than this is closed and comes back to a fresh list. */
const tooFarBehindBytes = 1024 * 1024;
const tryAgainLater = 1013;
const perMessage = 100;

interface Viewer {
  readonly socket: LiveSocket;
  sees: Sees;
}

export interface NotificationFigures {
  told: number;
  messages: number;
  closedSlow: number;
}

/** Tells committed events to the people who may see them, and keeps the active ones for their counts. */
export class NotificationHub {
  readonly #deviceOf: (id: DeviceId) => CatalogDevice | undefined;
  readonly #viewers = new Set<Viewer>();
  /** Active events by device and id. */
  readonly #active = new Map<DeviceId, Map<number, EventRow>>();
  readonly figures: NotificationFigures = { told: 0, messages: 0, closedSlow: 0 };

  constructor(deviceOf: (id: DeviceId) => CatalogDevice | undefined) {
    this.#deviceOf = deviceOf;
  }

  watch(sees: Sees, socket: LiveSocket): NotificationWatch {
    const viewer: Viewer = { socket, sees };
    this.#viewers.add(viewer);
    return {
      changed: (now) => {
        viewer.sees = now;
      },
      count: () => this.activeCount(viewer.sees),
      stop: () => this.#viewers.delete(viewer),
    };
  }

  /** The bell's number. */
  activeCount(sees: Sees): number {
    let count = 0;
    for (const [id, events] of this.#active) {
      const device = this.#deviceOf(id);
      if (device && sees(device)) count += events.size;
    }
    return count;
  }

  activeOf(device: DeviceId): readonly EventRow[] {
    return [...(this.#active.get(device)?.values() ?? [])];
  }

  /** What stands when the server starts, or when a board was restored. */
  restore(devices: readonly DeviceId[] | 'all', active: readonly EventRow[]): void {
    if (devices === 'all') this.#active.clear();
    else for (const device of devices) this.#active.delete(device);
    for (const event of active) this.#keep(event);
  }

  /** A batch is committed. */
  committed(batch: Committed): void {
    const told = new Map<DeviceId, EventRow[]>();
    const tell = (event: EventRow): void => {
      const list = told.get(event.deviceId);
      if (list) list.push(event);
      else told.set(event.deviceId, [event]);
    };
    for (const event of batch.events) {
      if (event.active) this.#keep(event);
      if (event.told) tell(event);
    }
    for (const change of batch.changes) {
      if (change.kind === 'live') this.#keep(change.event);
      const known = this.#active.get(change.deviceId)?.get(change.id);
      if (known) tell(known);
    }
    for (const end of batch.ends) this.#active.get(end.deviceId)?.delete(end.id);
    for (const [id, events] of told) this.#tell(id, events);
  }

  /** Somebody has acknowledged: every open page that was told of the event learns who, by the same row again. */
  acknowledged(notification: Notification): void {
    const device = this.#deviceOf(notification.device_id as DeviceId);
    if (!device) return;
    const shared = JSON.stringify({
      notifications: [notification],
      device: device.title,
      location: device.siteTitle,
    }).slice(0, -1);
    for (const viewer of this.#viewers)
      if (viewer.sees(device)) viewer.socket.send(`${shared},"count":${this.activeCount(viewer.sees)}}`);
  }

  #keep(event: EventRow): void {
    const events = this.#active.get(event.deviceId);
    if (events) events.set(event.id, event);
    else this.#active.set(event.deviceId, new Map([[event.id, event]]));
  }

  #tell(id: DeviceId, events: readonly EventRow[]): void {
    const device = this.#deviceOf(id);
    if (!device) return;
    this.figures.told += events.length;
    for (let from = 0; from < events.length; from += perMessage) {
      const notifications = events.slice(from, from + perMessage).map((event) => toNotification(event, device));
      const shared = JSON.stringify({ notifications, device: device.title, location: device.siteTitle }).slice(0, -1);
      for (const viewer of this.#viewers) {
        if (!viewer.sees(device)) continue;
        this.figures.messages++;
        if (viewer.socket.buffered() > tooFarBehindBytes) {
          this.figures.closedSlow++;
          this.#viewers.delete(viewer);
          viewer.socket.close(tryAgainLater, 'Too far behind');
          continue;
        }
        viewer.socket.send(`${shared},"count":${this.activeCount(viewer.sees)}}`);
      }
    }
  }
}
