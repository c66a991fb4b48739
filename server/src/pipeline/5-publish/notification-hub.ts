import type { DeviceId } from '@tocsin/contract/ids';
import type { Notification } from '@tocsin/contract/live';
import type { LiveSocket } from '../../platform/socket-registry.ts';
import { type CatalogDevice, isOutOfService } from '../catalog.ts';
import type { Committed, EventChange, EventRow } from '../types.ts';
import { toNotification } from './notification.ts';

/** Whether this viewer may see events of that device; only OEM and super users see suspended devices. */
export type Sees = (device: CatalogDevice) => boolean;

/** A page that receives events. */
export interface NotificationWatch {
  /** Replaces the viewer after its rights changed. */
  changed(sees: Sees): void;
  /** The number of active events the viewer may see. */
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

export interface NotificationMetrics {
  published: number;
  messages: number;
  closedSlow: number;
}

/** Publishes committed events to the users who may see them, and holds the active ones to count them. */
export class NotificationHub {
  readonly #deviceOf: (id: DeviceId) => CatalogDevice | undefined;
  readonly #viewers = new Set<Viewer>();
  /** Active events by device and id. */
  readonly #active = new Map<DeviceId, Map<number, EventRow>>();
  /** Incremented by each batch; `touched` records each device's last batch. */
  #news = 0;
  readonly #newsOf = new Map<DeviceId, number>();
  readonly metrics: NotificationMetrics = { published: 0, messages: 0, closedSlow: 0 };

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

  /** Reloads the page of a viewer who now may see other active events than the page shows. */
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
   * Applies a catalog change; null before the device was claimed, null after it was removed. Pages whose viewer gained
   * or lost access to its active events reload. After a suspension no reload is needed: each active event is published
   * again.
   */
  deviceChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    const id = before?.id ?? after?.id;
    if (id === undefined || (this.#active.get(id)?.size ?? 0) === 0) return;
    const isRepeated = before?.suspended === true && after?.suspended === false;
    for (const viewer of this.#viewers) {
      const saw = before !== null && viewer.sees(before);
      const sees = after !== null && viewer.sees(after);
      if (saw !== sees && !(sees && isRepeated)) this.#close(viewer);
    }
    if (before && after) this.#markOutOfService(before, after);
  }

  /** Publishes active events of sensors that were taken out of service again, with their mark, so that tones stop. */
  #markOutOfService(before: CatalogDevice, after: CatalogDevice): void {
    const events = [...(this.#active.get(after.id)?.values() ?? [])];
    const taken = events.filter((event) => isOutOfService(after, event) && !isOutOfService(before, event));
    if (taken.length > 0) this.#publish(after.id, taken);
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

  /** The number of batches so far, for `restore`; read it before reading the active events. */
  get news(): number {
    return this.#news;
  }

  /**
   * Sets the active events at the start, after a device state was restored, or when events may have been missed. Pages
   * that show other events are closed and reconnect. Returns the devices with batches after `asOf`: what was read of
   * them is outdated, so they stay unchanged.
   */
  restore(devices: readonly DeviceId[] | 'all', active: readonly EventRow[], asOf = always): DeviceId[] {
    const activeByDevice = Map.groupBy(active, (event) => event.deviceId);
    const deviceIds = new Set(devices === 'all' ? [...this.#active.keys(), ...activeByDevice.keys()] : devices);
    const late = [...deviceIds].filter((id) => (this.#newsOf.get(id) ?? 0) > asOf);
    for (const id of late) deviceIds.delete(id);
    for (const id of deviceIds) {
      const known = this.#active.get(id);
      const now = new Map((activeByDevice.get(id) ?? []).map((event) => [event.id, event]));
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

  /** Publishes a committed batch. */
  committed(batch: Committed): void {
    this.#news++;
    for (const list of [batch.events, batch.changes, batch.ends])
      for (const { deviceId } of list) this.#newsOf.set(deviceId, this.#news);
    const notified = new Map<DeviceId, EventRow[]>();
    const collect = (event: EventRow): void => {
      const list = notified.get(event.deviceId);
      if (list) list.push(event);
      else notified.set(event.deviceId, [event]);
    };
    for (const event of batch.events) {
      if (event.active) this.#holdActive(event);
      if (event.notified) collect(event);
    }
    for (const change of batch.changes) {
      if (change.kind === 'live') this.#holdActive(change.event);
      const known = this.#marked(change);
      if (known) collect(known);
    }
    const pendingRows = this.#end(batch, notified);
    for (const [id, events] of notified) this.#publish(id, events);
    for (const id of pendingRows) this.#sendAway(id);
  }

  /** The active event that a change is about, with its mark of being shelved. */
  #marked(change: EventChange): EventRow | undefined {
    const events = this.#active.get(change.deviceId);
    const known = events?.get(change.id);
    if (!known || (change.kind !== 'shelved' && change.kind !== 'unshelved')) return known;
    const marked: EventRow = { ...known, shelved: change.kind === 'shelved' };
    events?.set(change.id, marked);
    return marked;
  }

  /** Returns the devices of which an active event ended without an end event. */
  #end({ ends }: Committed, notified: ReadonlyMap<DeviceId, readonly EventRow[]>): ReadonlySet<DeviceId> {
    const pendingRows = new Set<DeviceId>();
    for (const { deviceId, id } of ends) {
      const stood = this.#active.get(deviceId)?.delete(id) ?? false;
      if (stood && !notified.get(deviceId)?.some((event) => event.forebearId === id)) pendingRows.add(deviceId);
    }
    return pendingRows;
  }

  /**
   * Publishes acknowledgements: pages that show the events get their rows again, with the name. An event that has ended
   * since its row was read stays ended.
   */
  acknowledged(rows: readonly Notification[]): void {
    for (const [id, ofDevice] of Map.groupBy(rows, (row) => row.device_id as DeviceId)) {
      const device = this.#deviceOf(id);
      if (!device) continue;
      for (let from = 0; from < ofDevice.length; from += perMessage)
        this.#publishAcknowledged(device, ofDevice.slice(from, from + perMessage));
    }
  }

  #publishAcknowledged(device: CatalogDevice, rows: readonly Notification[]): void {
    const active = this.#active.get(device.id);
    const notifications = rows.map((row) => (active?.has(row.id) ? row : { ...row, is_active: false, color: 'none' }));
    const shared = JSON.stringify({
      notifications,
      device: device.title,
      location: device.siteTitle,
      is_update: true,
    }).slice(0, -1);
    for (const viewer of this.#viewers)
      if (viewer.sees(device)) viewer.socket.send(`${shared},"count":${this.activeCount(viewer.sees)}}`);
  }

  #holdActive(event: EventRow): void {
    const events = this.#active.get(event.deviceId);
    if (events) events.set(event.id, event);
    else this.#active.set(event.deviceId, new Map([[event.id, event]]));
  }

  #publish(id: DeviceId, events: readonly EventRow[]): void {
    const device = this.#deviceOf(id);
    if (!device) return;
    this.metrics.published += events.length;
    for (let from = 0; from < events.length; from += perMessage) {
      const notifications = events.slice(from, from + perMessage).map((event) => toNotification(event, device));
      const shared = JSON.stringify({ notifications, device: device.title, location: device.siteTitle }).slice(0, -1);
      for (const viewer of this.#viewers) {
        if (!viewer.sees(device)) continue;
        this.metrics.messages++;
        if (viewer.socket.buffered() > tooFarBehindBytes) {
          this.metrics.closedSlow++;
          this.#viewers.delete(viewer);
          viewer.socket.close(tryAgainLater, 'Too far behind');
          continue;
        }
        viewer.socket.send(`${shared},"count":${this.activeCount(viewer.sees)}}`);
      }
    }
  }
}
