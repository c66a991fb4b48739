import type { DeviceId } from '@tocsin/contract/ids';
import type { KeepEntry } from '../passing.ts';
import { weigh } from './batch.ts';

interface Waiting {
  readonly entries: KeepEntry[];
  bytes: number;
  frames: number;
  /** Clock time at which the first entry came. */
  readonly since: number;
}

/** A batch that was cut from what waits. */
export interface Taken {
  readonly devices: ReadonlyMap<DeviceId, readonly KeepEntry[]>;
  readonly bytes: number;
  /** Since when the oldest of it has waited. */
  readonly since: number;
}

/** What waits to be written, by device, the longest waiting device first. */
export class Queue {
  readonly #devices = new Map<DeviceId, Waiting>();
  frames = 0;
  entries = 0;
  bytes = 0;

  put(entry: KeepEntry, now: number): void {
    let waiting = this.#devices.get(entry.deviceId);
    if (!waiting) {
      waiting = { entries: [], bytes: 0, frames: 0, since: now };
      this.#devices.set(entry.deviceId, waiting);
    }
    const bytes = weigh(entry);
    const frames = entry.frames.length + entry.lateFrames.length;
    waiting.entries.push(entry);
    waiting.bytes += bytes;
    waiting.frames += frames;
    this.frames += frames;
    this.bytes += bytes;
    this.entries++;
  }

  get isEmpty(): boolean {
    return this.#devices.size === 0;
  }

  get oldest(): number | null {
    const [first] = this.#devices.values();
    return first ? first.since : null;
  }

  /** Takes out all that waits of these devices. */
  drop(isGone: (id: DeviceId) => boolean): KeepEntry[] {
    const dropped: KeepEntry[] = [];
    for (const [deviceId, waiting] of this.#devices) {
      if (!isGone(deviceId)) continue;
      this.#devices.delete(deviceId);
      this.frames -= waiting.frames;
      this.bytes -= waiting.bytes;
      this.entries -= waiting.entries.length;
      dropped.push(...waiting.entries);
    }
    return dropped;
  }

  /** Takes all that waits of whole devices, until `frames` are together. */
  take(frames: number): Taken {
    const devices = new Map<DeviceId, readonly KeepEntry[]>();
    const since = this.oldest ?? 0;
    let taken = 0;
    let bytes = 0;
    for (const [deviceId, waiting] of this.#devices) {
      if (taken >= frames) break;
      this.#devices.delete(deviceId);
      devices.set(deviceId, waiting.entries);
      taken += waiting.frames;
      bytes += waiting.bytes;
      this.entries -= waiting.entries.length;
    }
    this.frames -= taken;
    this.bytes -= bytes;
    return { devices, bytes, since };
  }
}
