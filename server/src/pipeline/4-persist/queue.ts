import type { DeviceId } from '@tocsin/contract/ids';
import type { DeviceStateRow, WriteEntry } from '../types.ts';
import { weigh } from './batch.ts';
import type { DeviceLookup } from './finished-hours.ts';

/** Entries of one device whose duplicates among finished hours are being looked up, in order. */
export interface LateSegment {
  readonly deviceId: DeviceId;
  readonly entries: readonly WriteEntry[];
  /** The device's row after these entries and before later ones; null when none of them changes it. */
  readonly row: DeviceStateRow | null;
  /** Look up the live frames too, because their hour was closed while they were queued. */
  readonly withLive: boolean;
  readonly bytes: number;
  readonly frames: number;
  /** Clock time at which the first entry came. */
  readonly since: number;
}

interface Waiting {
  readonly deviceId: DeviceId;
  entries: WriteEntry[];
  bytes: number;
  frames: number;
  /** Clock time at which the first entry came. */
  since: number;
  /** The frames of `entries` to be looked up before writing. */
  lookup: 'none' | 'late' | 'all';
  /** The entries before `entries`. */
  segment: LateSegment | null;
  answer: DeviceLookup | null;
}

/** The part of a batch that belongs to one device. */
export interface TakenDevice {
  readonly entries: readonly WriteEntry[];
  /** The row as of the last entry; undefined when nothing else of the device is queued, so the current row applies. */
  readonly row: DeviceStateRow | null | undefined;
  readonly lookup: DeviceLookup | null;
}

/** A batch taken from the queue. */
export interface Taken {
  readonly devices: ReadonlyMap<DeviceId, TakenDevice>;
  readonly bytes: number;
  /** When its oldest entry was queued, ignoring devices with late frames; null without one. */
  readonly since: number | null;
}

/**
 * The entries waiting to be written, by device, the longest waiting device first. A device with late frames is not
 * taken before their duplicates have been looked up (`closeSegments`, `answer`); its later entries wait behind them, other
 * devices do not.
 */
export class Queue {
  readonly #devices = new Map<DeviceId, Waiting>();
  readonly #looksUp: boolean;
  /** Devices waiting for a lookup, and their bytes. */
  #blocked = 0;
  #marks = 0;
  #unasked = 0;
  blockedBytes = 0;
  /** Number of frames that can be taken now. */
  frames = 0;
  bytes = 0;

  constructor(looksUp: boolean) {
    this.#looksUp = looksUp;
  }

  put(entry: WriteEntry, now: number): void {
    const waiting = this.#of(entry.deviceId, now);
    this.#leave(waiting);
    if (waiting.entries.length === 0) waiting.since = now;
    const bytes = weigh(entry);
    waiting.entries.push(entry);
    waiting.bytes += bytes;
    waiting.frames += entry.frames.length + entry.lateFrames.length;
    if (this.#looksUp && waiting.lookup === 'none' && entry.lateFrames.length > 0) waiting.lookup = 'late';
    this.bytes += bytes;
    this.#enter(waiting);
  }

  /** Puts entries back before all others of the device; every frame of it is looked up again. */
  putBack(deviceId: DeviceId, entries: readonly WriteEntry[], since: number): void {
    const waiting = this.#of(deviceId, since);
    this.#leave(waiting);
    this.bytes -= bytesOf(waiting);
    const all = entries.concat(waiting.segment?.entries ?? [], waiting.entries);
    empty(waiting);
    waiting.segment = null;
    waiting.answer = null;
    waiting.since = since;
    waiting.lookup = 'all';
    for (const entry of all) {
      waiting.entries.push(entry);
      waiting.bytes += weigh(entry);
      waiting.frames += entry.frames.length + entry.lateFrames.length;
    }
    this.bytes += waiting.bytes;
    this.#enter(waiting);
  }

  get isEmpty(): boolean {
    return this.#devices.size === 0;
  }

  /** Whether `take` would return anything. A mark waits for all entries before it, looked up or not. */
  get hasReady(): boolean {
    return this.#devices.size - this.#blocked - (this.#blocked > 0 ? this.#marks : 0) > 0;
  }

  /** Whether `closeSegments` would return anything. */
  get needsLookup(): boolean {
    return this.#unasked > 0;
  }

  /** When the longest waiting device that can be taken was queued. */
  get oldest(): number | null {
    for (const waiting of this.#devices.values()) if (!isBlocked(waiting)) return sinceOf(waiting);
    return null;
  }

  /** When the device that has waited longest for its lookup was queued. */
  get oldestBlocked(): number | null {
    if (this.#blocked === 0) return null;
    let oldest = Number.POSITIVE_INFINITY;
    for (const waiting of this.#devices.values()) if (isBlocked(waiting)) oldest = Math.min(oldest, sinceOf(waiting));
    return oldest;
  }

  /** When the device's wait for its lookup began; null when it does not wait. */
  blockedSince(id: DeviceId): number | null {
    const waiting = this.#devices.get(id);
    return waiting && isBlocked(waiting) ? sinceOf(waiting) : null;
  }

  /** Removes all queued entries of these devices. */
  drop(isGone: (id: DeviceId) => boolean): WriteEntry[] {
    const dropped: WriteEntry[] = [];
    for (const [deviceId, waiting] of this.#devices) {
      if (!isGone(deviceId)) continue;
      this.#leave(waiting);
      this.#devices.delete(deviceId);
      this.bytes -= bytesOf(waiting);
      if (waiting.segment) for (const entry of waiting.segment.entries) dropped.push(entry);
      for (const entry of waiting.entries) dropped.push(entry);
    }
    return dropped;
  }

  /** Takes all queued entries of whole devices, up to about `frames` frames. */
  take(frames: number): Taken {
    const devices = new Map<DeviceId, TakenDevice>();
    let since: number | null = null;
    let taken = 0;
    let bytes = 0;
    for (const waiting of this.#devices.values()) {
      if (taken >= frames) break;
      const { deviceId, segment } = waiting;
      if (isBlocked(waiting) || (deviceId < 0 && this.#blocked > 0)) continue;
      if (!segment) since = Math.min(since ?? waiting.since, waiting.since);
      taken += framesOf(waiting);
      bytes += this.#takeDevice(waiting, devices);
    }
    return { devices, bytes, since };
  }

  /** Closes the waiting entries of devices with late frames as segments for one lookup, up to `frames` frames. */
  closeSegments(
    frames: number,
    rowOf: (deviceId: DeviceId, entries: readonly WriteEntry[]) => DeviceStateRow | null,
  ): LateSegment[] {
    const segments: LateSegment[] = [];
    let closedFrames = 0;
    if (this.#unasked === 0) return segments;
    for (const waiting of this.#devices.values()) {
      if (closedFrames >= frames) break;
      if (!isUnasked(waiting)) continue;
      this.#leave(waiting);
      const { deviceId, entries, bytes, since, lookup } = waiting;
      const row = rowOf(deviceId, entries);
      const segment = { deviceId, entries, row, bytes, frames: waiting.frames, since, withLive: lookup === 'all' };
      waiting.segment = segment;
      empty(waiting);
      this.#enter(waiting);
      closedFrames += segment.frames;
      segments.push(segment);
    }
    return segments;
  }

  /** Applies the result of a segment's lookup; ignored for a segment that was dropped meanwhile. */
  answer(segment: LateSegment, lookup: DeviceLookup): void {
    const waiting = this.#devices.get(segment.deviceId);
    if (waiting?.segment !== segment) return;
    this.#leave(waiting);
    waiting.answer = lookup;
    this.#enter(waiting);
  }

  /** Whether the segment still waits for its lookup. */
  isWaiting(segment: LateSegment): boolean {
    return this.#devices.get(segment.deviceId)?.segment === segment;
  }

  #takeDevice(waiting: Waiting, devices: Map<DeviceId, TakenDevice>): number {
    const { deviceId, entries, segment, answer } = waiting;
    this.#leave(waiting);
    this.#devices.delete(deviceId);
    if (waiting.lookup === 'none') {
      const all = segment ? segment.entries.concat(entries) : entries;
      devices.set(deviceId, { entries: all, row: undefined, lookup: answer });
      const bytes = bytesOf(waiting);
      this.bytes -= bytes;
      return bytes;
    }
    // Later entries have late frames too: they wait for the next lookup, behind the other devices.
    devices.set(deviceId, { entries: segment?.entries ?? [], row: segment?.row ?? null, lookup: answer });
    const bytes = segment?.bytes ?? 0;
    waiting.segment = null;
    waiting.answer = null;
    this.#devices.set(deviceId, waiting);
    this.bytes -= bytes;
    this.#enter(waiting);
    return bytes;
  }

  #of(deviceId: DeviceId, now: number): Waiting {
    const known = this.#devices.get(deviceId);
    if (known) return known;
    const waiting: Waiting = {
      deviceId,
      entries: [],
      bytes: 0,
      frames: 0,
      since: now,
      lookup: 'none',
      segment: null,
      answer: null,
    };
    this.#devices.set(deviceId, waiting);
    this.#enter(waiting);
    return waiting;
  }

  /** Called before and after a device changes or is removed, to update the totals. */
  #leave(waiting: Waiting): void {
    this.#sum(waiting, -1);
  }

  #enter(waiting: Waiting): void {
    this.#sum(waiting, 1);
  }

  #sum(waiting: Waiting, sign: 1 | -1): void {
    if (isBlocked(waiting)) {
      this.#blocked += sign;
      this.blockedBytes += sign * bytesOf(waiting);
    } else this.frames += sign * framesOf(waiting);
    if (isUnasked(waiting)) this.#unasked += sign;
    if (waiting.deviceId < 0) this.#marks += sign;
  }
}

const isBlocked = ({ lookup, segment, answer }: Waiting): boolean => (segment ? answer === null : lookup !== 'none');
const isUnasked = ({ lookup, segment }: Waiting): boolean => segment === null && lookup !== 'none';
const bytesOf = ({ bytes, segment }: Waiting): number => bytes + (segment?.bytes ?? 0);
const framesOf = ({ frames, segment, lookup }: Waiting): number =>
  (segment?.frames ?? 0) + (segment && lookup !== 'none' ? 0 : frames);
const sinceOf = ({ since, segment }: Waiting): number => segment?.since ?? since;

function empty(waiting: Waiting): void {
  waiting.entries = [];
  waiting.bytes = 0;
  waiting.frames = 0;
  waiting.lookup = 'none';
}
