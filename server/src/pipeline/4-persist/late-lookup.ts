import type { DeviceId } from '@tocsin/contract/ids';
import type { Log } from '../../platform/log.ts';
import type { DeviceStateRow, WriteEntry } from '../types.ts';
import type { DeviceLookup, EntryDuplicates, FinishedHours, FoundDuplicates, LateRow } from './finished-hours.ts';
import type { LateSegment, Queue } from './queue.ts';

export interface LookupOptions {
  readonly queue: Queue;
  readonly find: FinishedHours['find'];
  /** The device's current row; undefined when it cannot be built, and the device's queued entries are returned. */
  readonly rowOf: (deviceId: DeviceId, entries: readonly WriteEntry[]) => DeviceStateRow | null | undefined;
  /** Called when something can be written. */
  readonly ready: () => void;
  /** Ends all queued entries of these devices as 'again'. */
  readonly discard: (devices: readonly DeviceId[]) => void;
  readonly log: Log;
  /** Maximum frames per lookup. */
  readonly atOnce: number;
  /** Timeout of a lookup in milliseconds, which is also the maximum time for retries. */
  readonly withinMs: number;
}

export interface LookupMetrics {
  /** Lookups that failed or timed out. */
  failed: number;
  /** Devices whose late frames had to be sent again after that. */
  gaveUp: number;
}

const retryMs = { least: 100, most: 2_000 };

/**
 * Looks up duplicates of late frames among finished hours before they are written, one lookup at a time. Writing never
 * waits for it: only devices with late frames do.
 */
export class LateLookups {
  readonly #options: LookupOptions;
  readonly metrics: LookupMetrics = { failed: 0, gaveUp: 0 };
  /** The failing lookups, and since when they fail. */
  readonly #failing = new Map<LateSegment, number>();
  #isAsking = false;
  #isStopped = false;
  #pause: NodeJS.Timeout | null = null;
  #waitMs = retryMs.least;

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  /** Starts a lookup for entries that need one. */
  wake(): void {
    if (this.#isAsking || this.#isStopped || this.#pause || !this.#options.queue.needsLookup) return;
    void this.#round();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#pause) clearTimeout(this.#pause);
  }

  async #round(): Promise<void> {
    const { queue } = this.#options;
    const segments = this.#closeSegments();
    for (const segment of this.#failing.keys()) if (queue.isWaiting(segment)) segments.push(segment);
    this.#isAsking = true;
    const failed = segments.length > 0 ? await this.#lookUp(segments) : [];
    this.#isAsking = false;
    if (this.#isStopped) return;
    this.#settle(failed);
    this.wake();
  }

  #closeSegments(): LateSegment[] {
    const { queue, atOnce, rowOf, discard } = this.#options;
    const broken = new Set<DeviceId>();
    const segments = queue.closeSegments(atOnce, (deviceId, entries) => {
      const row = rowOf(deviceId, entries);
      if (row === undefined) broken.add(deviceId);
      return row ?? null;
    });
    if (broken.size > 0) discard([...broken]);
    return segments.filter((segment) => queue.isWaiting(segment));
  }

  /** Returns the devices without a result: when a lookup of several devices fails, each is retried alone. */
  async #lookUp(segments: readonly LateSegment[]): Promise<readonly LateSegment[]> {
    const { queue, ready } = this.#options;
    try {
      const lookups = await this.#find(segments);
      for (const [index, segment] of segments.entries()) queue.answer(segment, lookups[index]);
      ready();
      return [];
    } catch (error) {
      this.metrics.failed++;
      if (this.#failing.size === 0)
        this.#options.log.error('Duplicates of late frames cannot be looked up: late frames wait', { error });
      // These have waited too long for another attempt.
      if (error instanceof NoAnswer)
        for (const segment of segments) this.#failing.set(segment, performance.now() - this.#options.withinMs);
      if (segments.length === 1 || error instanceof NoAnswer) return segments;
    }
    const failed: LateSegment[] = [];
    for (const [index, segment] of segments.entries()) {
      failed.push(...(await this.#lookUp([segment])));
      // The failure is not caused by one of them.
      if (failed.length === 2 && index === 1) return segments;
    }
    return failed;
  }

  /** Retries failures after a pause, up to a limit. */
  #settle(failed: readonly LateSegment[]): void {
    const { queue, discard, withinMs, log } = this.#options;
    const now = performance.now();
    const wasFailing = this.#failing.size > 0;
    const since = new Map(failed.map((segment) => [segment, this.#failing.get(segment) ?? now]));
    this.#failing.clear();
    const gone: DeviceId[] = [];
    for (const [segment, at] of since) {
      if (!queue.isWaiting(segment)) continue;
      if (now - at >= withinMs) gone.push(segment.deviceId);
      else this.#failing.set(segment, at);
    }
    this.metrics.gaveUp += gone.length;
    if (gone.length > 0) discard(gone);
    if (this.#failing.size === 0) {
      if (wasFailing && gone.length === 0) log.info('Duplicates of late frames can be looked up again');
      this.#waitMs = retryMs.least;
      return;
    }
    this.#pause = setTimeout(() => {
      this.#pause = null;
      void this.#round();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, retryMs.most);
  }

  async #find(segments: readonly LateSegment[]): Promise<DeviceLookup[]> {
    const { find, withinMs } = this.#options;
    const rows: LateRow[] = [];
    for (const { deviceId, entries, withLive } of segments) {
      for (const { frames, lateFrames } of entries) {
        if (withLive) for (const frame of frames) rows.push({ deviceId, frame });
        for (const frame of lateFrames) rows.push({ deviceId, frame });
      }
    }
    let timer: NodeJS.Timeout | null = null;
    const tooLate = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new NoAnswer(`no answer within ${withinMs} ms`)), withinMs);
    });
    try {
      const result = await Promise.race([find(rows), tooLate]);
      if (result.duplicates.length !== rows.length) throw new Error('the lookup answered for other rows');
      return lookupsOf(segments, result);
    } finally {
      if (timer) clearTimeout(timer);
    }
  }
}

/** The lookup timed out. */
class NoAnswer extends Error {}

/** Distributes the result to the segments, in the order of their rows. */
function lookupsOf(segments: readonly LateSegment[], result: FoundDuplicates): DeviceLookup[] {
  const read = new Map(result.read.map((hours) => [hours.deviceId, hours]));
  let at = 0;
  return segments.map(({ deviceId, entries, withLive }) => {
    const duplicates = new Map<WriteEntry, EntryDuplicates>();
    for (const entry of entries) {
      const live = withLive ? result.duplicates.slice(at, at + entry.frames.length) : null;
      at += live?.length ?? 0;
      const late = result.duplicates.slice(at, at + entry.lateFrames.length);
      at += late.length;
      if (withLive || late.length > 0) duplicates.set(entry, { live, late });
    }
    const hours = read.get(deviceId);
    if (!hours) throw new Error('the lookup left out a device');
    return { read: hours, duplicates };
  });
}
