import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../base/clock.ts';
import type { LiveSocket } from '../../base/sockets.ts';

/** A page that watches devices. */
export interface Watching {
  /** Tells the present documents again, but those that were told just now. */
  again(): void;
  stop(): void;
}

/** Behind by more than this, a socket gets the latest document of each device when it has caught up. */
const slowBytes = 256 * 1024;
const lookAgainMs = 100;
/** A device that speaks is not told again beside its own documents. */
const justNowMs = 5_000;

interface Watcher {
  readonly socket: LiveSocket;
  readonly devices: readonly DeviceId[];
  /** Devices whose newest document it has not been sent. */
  readonly owed: Set<DeviceId>;
}

interface Watched {
  readonly by: Set<Watcher>;
  /** When all of them were last told. */
  toldAt: number;
}

export interface HubFigures {
  documents: number;
  sent: number;
  /** Documents that a slow socket never saw, since a newer one took their place. */
  skipped: number;
}

/**
 * Who watches which device. A document is written once for a change however many watch; a slow socket holds up nobody
 * and never grows a queue.
 */
export class LiveHub {
  readonly #clock: Clock;
  readonly #document: (device: DeviceId) => string | null;
  readonly #interest: (device: DeviceId, on: boolean) => void;
  readonly #watchers = new Map<DeviceId, Watched>();
  readonly #slow = new Set<Watcher>();
  #cancel: (() => void) | null = null;
  readonly figures: HubFigures = { documents: 0, sent: 0, skipped: 0 };

  /** `interest`: the first page shows a device, or the last one has left it. */
  constructor(
    clock: Clock,
    document: (device: DeviceId) => string | null,
    interest: (device: DeviceId, on: boolean) => void = () => {},
  ) {
    this.#clock = clock;
    this.#document = document;
    this.#interest = interest;
  }

  /** Tells the present document of each device at once, and each new one after it. */
  watch(devices: readonly DeviceId[], socket: LiveSocket): Watching {
    const watcher: Watcher = { socket, devices: [...new Set(devices)], owed: new Set() };
    for (const device of watcher.devices) {
      const watched = this.#watchers.get(device);
      if (watched) watched.by.add(watcher);
      else {
        this.#watchers.set(device, { by: new Set([watcher]), toldAt: Number.NEGATIVE_INFINITY });
        this.#interest(device, true);
      }
    }
    for (const device of watcher.devices) this.#tell(watcher, device);
    const again = (): void => {
      const since = this.#clock.now() - justNowMs;
      for (const device of watcher.devices)
        if ((this.#watchers.get(device)?.toldAt ?? 0) < since) this.#tell(watcher, device);
    };
    return { again, stop: () => this.#forget(watcher) };
  }

  /** A device has changed: its new document goes to all who watch it; nobody watching, none is written. */
  changed(device: DeviceId): void {
    const watched = this.#watchers.get(device);
    if (!watched) return;
    const text = this.#document(device);
    if (text === null) return;
    this.figures.documents++;
    watched.toldAt = this.#clock.now();
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

  #tell(watcher: Watcher, device: DeviceId): void {
    const text = this.#document(device);
    if (text === null) watcher.owed.delete(device);
    else this.#send(watcher, device, text);
  }

  #send(watcher: Watcher, device: DeviceId, text: string | Buffer): void {
    if (watcher.socket.buffered() > slowBytes) {
      if (watcher.owed.has(device)) this.figures.skipped++;
      watcher.owed.add(device);
      this.#slow.add(watcher);
      this.#cancel ??= this.#clock.after(lookAgainMs, () => this.#lookAgain());
      return;
    }
    watcher.owed.delete(device);
    watcher.socket.send(text);
    this.figures.sent++;
  }

  #lookAgain(): void {
    this.#cancel = null;
    for (const watcher of [...this.#slow]) {
      for (const device of [...watcher.owed]) {
        if (watcher.socket.buffered() > slowBytes) break;
        this.#tell(watcher, device);
      }
      if (watcher.owed.size === 0) this.#slow.delete(watcher);
    }
    if (this.#slow.size > 0) this.#cancel ??= this.#clock.after(lookAgainMs, () => this.#lookAgain());
  }

  #forget(watcher: Watcher): void {
    this.#slow.delete(watcher);
    watcher.owed.clear();
    for (const device of watcher.devices) {
      const by = this.#watchers.get(device)?.by;
      by?.delete(watcher);
      if (by?.size !== 0) continue;
      this.#watchers.delete(device);
      this.#interest(device, false);
    }
  }
}
