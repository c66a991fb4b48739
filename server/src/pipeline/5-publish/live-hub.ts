import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../platform/clock.ts';
import type { LiveSocket } from '../../platform/socket-registry.ts';

/** A page that watches devices. */
export interface Watching {
  /** Resends the current documents, except those sent recently. */
  again(): void;
  stop(): void;
}

/** Unsent bytes above which a socket gets only the latest document of each device once it has caught up. */
const slowBytes = 256 * 1024;
const lookAgainMs = 100;
/** A device that sent a document within this time is not included in a resend. */
const justNowMs = 5_000;

interface Watcher {
  readonly socket: LiveSocket;
  readonly devices: readonly DeviceId[];
  /** Devices whose newest document has not been sent to it. */
  readonly pending: Set<DeviceId>;
}

interface Watched {
  readonly by: Set<Watcher>;
  /** When all documents were last sent. */
  reportedAt: number;
}

export interface HubMetrics {
  documents: number;
  sent: number;
  /** Documents a slow socket never got, because newer ones replaced them. */
  skipped: number;
}

/**
 * Records which page watches which device. A document is written once per change for any number of viewers; a slow
 * socket delays nobody and never builds up a queue.
 */
export class LiveHub {
  readonly #clock: Clock;
  readonly #document: (device: DeviceId) => string | null;
  readonly #interest: (device: DeviceId, on: boolean) => void;
  readonly #watchers = new Map<DeviceId, Watched>();
  readonly #slow = new Set<Watcher>();
  #cancel: (() => void) | null = null;
  readonly metrics: HubMetrics = { documents: 0, sent: 0, skipped: 0 };

  /** `interest`: the first page starts to show a device, or the last one stops. */
  constructor(
    clock: Clock,
    document: (device: DeviceId) => string | null,
    interest: (device: DeviceId, on: boolean) => void = () => {},
  ) {
    this.#clock = clock;
    this.#document = document;
    this.#interest = interest;
  }

  /** Sends the current document of each device at once, and every new one after it. */
  watch(devices: readonly DeviceId[], socket: LiveSocket): Watching {
    const watcher: Watcher = { socket, devices: [...new Set(devices)], pending: new Set() };
    for (const device of watcher.devices) {
      const watched = this.#watchers.get(device);
      if (watched) watched.by.add(watcher);
      else {
        this.#watchers.set(device, { by: new Set([watcher]), reportedAt: Number.NEGATIVE_INFINITY });
        this.#interest(device, true);
      }
    }
    for (const device of watcher.devices) this.#publish(watcher, device);
    const again = (): void => {
      const since = this.#clock.now() - justNowMs;
      for (const device of watcher.devices)
        if ((this.#watchers.get(device)?.reportedAt ?? 0) < since) this.#publish(watcher, device);
    };
    return { again, stop: () => this.#forget(watcher) };
  }

  /** Sends a changed device's new document to all its viewers; without viewers, none is written. */
  changed(device: DeviceId): void {
    const watched = this.#watchers.get(device);
    if (!watched) return;
    const text = this.#document(device);
    if (text === null) return;
    this.metrics.documents++;
    watched.reportedAt = this.#clock.now();
    const bytes = Buffer.from(text);
    for (const watcher of watched.by) this.#send(watcher, device, bytes);
  }

  get watching(): number {
    return this.#watchers.size;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#slow.clear();
    this.#watchers.clear();
  }

  #publish(watcher: Watcher, device: DeviceId): void {
    const text = this.#document(device);
    if (text === null) watcher.pending.delete(device);
    else this.#send(watcher, device, text);
  }

  #send(watcher: Watcher, device: DeviceId, text: string | Buffer): void {
    if (watcher.socket.buffered() > slowBytes) {
      if (watcher.pending.has(device)) this.metrics.skipped++;
      watcher.pending.add(device);
      this.#slow.add(watcher);
      this.#cancel ??= this.#clock.after(lookAgainMs, () => this.#lookAgain());
      return;
    }
    watcher.pending.delete(device);
    watcher.socket.send(text);
    this.metrics.sent++;
  }

  #lookAgain(): void {
    this.#cancel = null;
    for (const watcher of [...this.#slow]) {
      for (const device of [...watcher.pending]) {
        if (watcher.socket.buffered() > slowBytes) break;
        this.#publish(watcher, device);
      }
      if (watcher.pending.size === 0) this.#slow.delete(watcher);
    }
    if (this.#slow.size > 0) this.#cancel ??= this.#clock.after(lookAgainMs, () => this.#lookAgain());
  }

  #forget(watcher: Watcher): void {
    this.#slow.delete(watcher);
    watcher.pending.clear();
    for (const device of watcher.devices) {
      const by = this.#watchers.get(device)?.by;
      by?.delete(watcher);
      if (by?.size !== 0) continue;
      this.#watchers.delete(device);
      this.#interest(device, false);
    }
  }
}
