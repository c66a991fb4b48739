import type { DeviceId } from '@tocsin/contract/ids';
import type { Notification } from '@tocsin/contract/live';
import type { LiveSocket } from '../../base/sockets.ts';
import type { CatalogDevice } from '../catalog.ts';
import type { Committed, EventRow } from '../passing.ts';
import { toNotification } from './notification.ts';

/** May this viewer be told of that device? Decided by the policy; suspended devices are seen by OEM and super users. */
export type Sees = (device: CatalogDevice) => boolean;

/** A page that hears of events. */
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
const always = Number.POSITIVE_INFINITY;
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
  /** Grows with each batch; when each device was in one. */
  #news = 0;
  readonly #newsOf = new Map<DeviceId, number>();
  readonly figures: NotificationFigures = { told: 0, messages: 0, closedSlow: 0 };

  constructor(deviceOf: (id: DeviceId) => CatalogDevice | undefined) {
    this.#deviceOf = deviceOf;
  }

  watch(sees: Sees, socket: LiveSocket): NotificationWatch {
    const viewer: Viewer = { socket, sees };
    this.#viewers.add(viewer);
    return {
      changed: (now) => this.#seesOtherwise(viewer, now),
      count: () => this.activeCount(viewer.sees),
      stop: () => this.#viewers.delete(viewer),
    };
  }

  /** A page shows what it was told until it is told otherwise: when that is not what its viewer may see now, it reads anew. */
  #seesOtherwise(viewer: Viewer, sees: Sees): void {
    const before = viewer.sees;
    viewer.sees = sees;
    for (const [id, events] of this.#active) {
      const device = events.size > 0 ? this.#deviceOf(id) : undefined;
      if (!device || before(device) === sees(device)) continue;
      this.#close(viewer);
      return;
    }
  }

  /**
   * The catalog has another picture of a device: null before it was claimed, null after it was removed. Pages that show
   * its active events and may not any longer, or may from now on, read anew. The end of a suspension is told by itself:
   * each event that stands, once more.
   */
  deviceChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    const id = before?.id ?? after?.id;
    if (id === undefined || (this.#active.get(id)?.size ?? 0) === 0) return;
    const isToldAgain = before?.suspended === true && after?.suspended === false;
    for (const viewer of this.#viewers) {
      const saw = before !== null && viewer.sees(before);
      const sees = after !== null && viewer.sees(after);
      if (saw !== sees && !(sees && isToldAgain)) this.#close(viewer);
    }
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

  /** The batches so far: for `restore`, taken before what stands is read. */
  get news(): number {
    return this.#news;
  }

  /**
   * What stands when the server starts, when a board was restored, or when news may have been missed. Who was told
   * otherwise is closed and comes back to a fresh list. Returns the devices of which there was news after `asOf`: what was
   * read of them is old, and they stay as they are.
   */
  restore(devices: readonly DeviceId[] | 'all', active: readonly EventRow[], asOf = always): DeviceId[] {
    const standing = Map.groupBy(active, (event) => event.deviceId);
    const asked = new Set(devices === 'all' ? [...this.#active.keys(), ...standing.keys()] : devices);
    const late = [...asked].filter((id) => (this.#newsOf.get(id) ?? 0) > asOf);
    for (const id of late) asked.delete(id);
    for (const id of asked) {
      const known = this.#active.get(id);
      const now = new Map((standing.get(id) ?? []).map((event) => [event.id, event]));
      this.#active.set(id, now);
      const isSame = (known?.size ?? 0) === now.size && [...now.keys()].every((event) => known?.has(event));
      if (!isSame) this.#sendAway(id);
    }
    return late;
  }

  #sendAway(id: DeviceId): void {
    const device = this.#deviceOf(id);
    if (!device) return;
    for (const viewer of this.#viewers) {
      if (viewer.sees(device)) this.#close(viewer);
    }
  }

  #close(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    viewer.socket.close(tryAgainLater, 'Read anew');
  }

  /** A batch is committed. */
  committed(batch: Committed): void {
    this.#news++;
    for (const list of [batch.events, batch.changes, batch.ends])
      for (const { deviceId } of list) this.#newsOf.set(deviceId, this.#news);
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
    const untold = this.#end(batch, told);
    for (const [id, events] of told) this.#tell(id, events);
    for (const id of untold) this.#sendAway(id);
  }

  /** Returns the devices of which something that stood has ended without an event that says so. */
  #end({ ends }: Committed, told: ReadonlyMap<DeviceId, readonly EventRow[]>): ReadonlySet<DeviceId> {
    const untold = new Set<DeviceId>();
    for (const { deviceId, id } of ends) {
      const stood = this.#active.get(deviceId)?.delete(id) ?? false;
      if (stood && !told.get(deviceId)?.some((event) => event.forebearId === id)) untold.add(deviceId);
    }
    return untold;
  }

  /**
   * Somebody has acknowledged: every open page that was told of the event learns who, by the same row again. The row was
   * read a moment ago; an end that was told meanwhile stays the end.
   */
  acknowledged(row: Notification): void {
    const device = this.#deviceOf(row.device_id as DeviceId);
    if (!device) return;
    const stands = this.#active.get(device.id)?.has(row.id) ?? false;
    const notification = stands ? row : { ...row, is_active: false, color: 'none' };
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
