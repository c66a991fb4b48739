import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { allConnections } from '../../platform/connections.ts';
import { openPool } from '../../platform/db.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import type {
  BatchWriter,
  DeviceStateRow,
  EventRow,
  FrameWriterCallbacks,
  StoredDeviceState,
  WriteEntry,
  WriteOutcome,
} from '../types.ts';
import { type Batch, isEmpty, layOut, lookupsOf, part } from './batch.ts';
import { FencedError, fenceOf, type PartitionEpochOf, unfenced, unfencedDevices } from './fence.ts';
import { findRefused } from './find-refused.ts';
import type { DeviceLookup, FinishedHours } from './finished-hours.ts';
import { FrameDays } from './frame-days.ts';
import {
  defaultLimits,
  type FrameWriterLimits,
  type FrameWriterMetrics,
  type FrameWriterOptions,
  noMetrics,
} from './frame-writer-options.ts';
import { LateLookups, type LookupMetrics } from './late-lookup.ts';
import { allocateIds, type idBlocks, loadActive, loadDeviceStates } from './load-device-states.ts';
import { Queue, type Taken } from './queue.ts';
import { RetryingTransaction } from './retrying-transaction.ts';
import { LookupNeeded, nothingWritten, type WriteContext, type Written } from './write-batch.ts';
import { WriterConnection } from './writer-connection.ts';

/** Stage 4: writes the pipeline's entries in batches, one transaction each. */
export class FrameWriter implements BatchWriter {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #bounds: FrameWriterLimits;
  readonly #connection: WriterConnection;
  readonly #pool: pg.Pool;
  readonly #context: WriteContext;
  readonly #transaction: RetryingTransaction;
  readonly #injectFault: InjectFault;
  #callbacks: FrameWriterCallbacks | null = null;
  readonly #queue: Queue;
  #inFlight: Taken | null = null;
  /** Incremented by each `abandon`, so that the batch in flight notices it. */
  #abandoned = 0;
  #roomCalls: (() => void)[] = [];
  #wake: (() => void) | null = null;
  #loop: Promise<void> | null = null;
  #stopping = false;
  readonly #days: FrameDays;
  readonly #partitionEpochOf: PartitionEpochOf | null;
  readonly #onFenced: () => void;
  /** State of the batch in flight. */
  #fence = unfenced;
  readonly #lastHour = new Map<number, number>();
  readonly #textsStored = new Map<number, number>();
  readonly #newestLive = new Map<number, number>();
  readonly metrics: FrameWriterMetrics = noMetrics();
  readonly #lookups: LateLookups | null;

  constructor(options: FrameWriterOptions) {
    this.#log = options.log;
    this.#clock = options.clock;
    this.#bounds = { ...defaultLimits, ...options.bounds };
    this.#injectFault = options.injectFault ?? (() => {});
    this.#connection = new WriterConnection(options.address, options.name);
    this.#pool = openPool(options.address, options.log, { max: allConnections.states, name: 'tocsin device states' });
    this.#days = new FrameDays(this.#pool, options.clock, options.log);
    this.#partitionEpochOf = options.partitionEpochOf ?? null;
    this.#onFenced = options.onFenced ?? (() => {});
    this.#queue = new Queue(options.finishedHours !== undefined);
    this.#lookups = options.finishedHours ? this.#startLookups(options.finishedHours.find) : null;
    this.#context = {
      fence: () => this.#fence,
      namesOf: (id) => options.catalog.byId(id),
      enqueue: options.enqueue ?? (async () => {}),
      versions: options.finishedHours?.versions ?? null,
      now: () => this.#clock.now(),
      injectFault: this.#injectFault,
      hasPartition: (ts) => this.#days.has(ts),
      textsKnown: (row) => this.#textsStored.get(row.deviceId) === row.texts.length,
      newestLive: (deviceId) => this.#newestLive.get(deviceId),
      onHourPending: (deviceId, t0) => this.#lastHour.get(deviceId) === t0,
    };
    this.#transaction = new RetryingTransaction({
      connection: this.#connection,
      context: this.#context,
      metrics: this.metrics,
      log: options.log,
    });
  }

  /** Starts writing. Entries put before the start stay queued until now. */
  async start(callbacks: FrameWriterCallbacks): Promise<void> {
    this.#callbacks = callbacks;
    await this.#days.start();
    this.#loop = this.#run();
    this.#lookups?.wake();
  }

  /**
   * Writes all queued entries, then closes. `abandonAfterMs`: time after which it gives up on an unavailable database.
   */
  async stop(abandonAfterMs = 30_000): Promise<void> {
    this.#stopping = true;
    this.#days.stop();
    const giveUp = setTimeout(() => this.abandon(), abandonAfterMs);
    this.#wake?.();
    await this.#loop;
    clearTimeout(giveUp);
    this.#lookups?.stop();
    this.abandon();
    await this.#connection.close();
    await this.#pool.end();
  }

  put(entry: WriteEntry): void {
    const first = !this.#queue.hasReady;
    this.#queue.put(entry, this.#clock.now());
    if (first || this.#queue.frames >= this.#bounds.batchFrames) this.#wake?.();
    if (this.#callbacks) this.#lookups?.wake();
  }

  /** Bytes queued or being written. */
  get waitingBytes(): number {
    return this.#queue.bytes + (this.#inFlight?.bytes ?? 0);
  }

  /** Adapters stop reading at this many bytes. */
  get mostWaitingBytes(): number {
    return this.#bounds.queueBytes;
  }

  full(device?: DeviceId): boolean {
    if (this.waitingBytes >= this.#bounds.queueBytes) return true;
    if (device === undefined || this.#queue.blockedBytes < this.#bounds.lateBytes) return false;
    if (this.#queue.blockedSince(device) === null) return false;
    this.metrics.lateHeld++;
    return true;
  }

  /** Entries waiting for their duplicate lookup. */
  late(): { readonly bytes: number; readonly since: number | null; readonly lookups: LookupMetrics | null } {
    const { blockedBytes: bytes, oldestBlocked: since } = this.#queue;
    return { bytes, since, lookups: this.#lookups?.metrics ?? null };
  }

  whenRoom(fn: () => void): void {
    if (this.full()) this.#roomCalls.push(fn);
    else queueMicrotask(fn);
  }

  storedUntil(device?: DeviceId): number {
    const until = this.#inFlight?.since ?? this.#queue.oldest ?? this.#clock.now();
    const own = device === undefined ? null : this.#queue.blockedSince(device);
    return own === null ? until : Math.min(until, own);
  }

  loadDeviceStates(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly StoredDeviceState[]> {
    return loadDeviceStates(this.#pool, deviceIds);
  }

  loadActive(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly EventRow[]> {
    return loadActive(this.#pool, deviceIds);
  }

  /** Fetches the first id of a block of `idBlocks[kind]`. */
  allocateIds(kind: keyof typeof idBlocks): Promise<number> {
    return allocateIds(this.#pool, kind);
  }

  /** Ends queued entries of devices whose partitions move to another process as 'again'; senders repeat them to it. */
  drop(isGone: (id: DeviceId) => boolean): void {
    // Until they return, the other process stores frames of them.
    for (const deviceId of [...this.#newestLive.keys()] as DeviceId[]) if (isGone(deviceId)) this.#forget(deviceId);
    for (const entry of this.#queue.drop(isGone)) this.#end(entry, 'again');
  }

  /**
   * Discards the queue without acknowledging anything; every device state is restored before it accepts another frame.
   */
  abandon(): void {
    this.#abandoned++;
    const waiting = this.#queue.drop(() => true);
    this.#wake?.();
    if (waiting.length === 0) return;
    this.#log.error('Dropped the queued frames; devices must send them again', { entries: waiting.length });
    this.#callbacks?.discard('all');
    for (const entry of waiting) this.#end(entry, 'again');
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#waitForEntries();
      if (!this.#queue.hasReady) {
        if (this.#stopping && this.#queue.isEmpty) return;
        continue;
      }
      this.#inFlight = this.#queue.take(this.#bounds.batchFrames);
      this.#lookups?.wake();
      const batch = this.#cut(this.#inFlight);
      await this.#injectFault('cut');
      try {
        await this.#store(batch);
      } catch (error) {
        // An error in the program, not of the database: nothing is stored, and the devices send again.
        this.#log.error('Could not process a batch', { error });
        this.#discard(batch.entries);
      }
      this.#inFlight = null;
      this.#callForRoom();
    }
  }

  #callForRoom(): void {
    if (!this.full()) for (const call of this.#roomCalls.splice(0)) call();
  }

  /** Waits for a first entry, then briefly for others. */
  async #waitForEntries(): Promise<void> {
    if (!this.#queue.hasReady && !(this.#stopping && this.#queue.isEmpty)) await this.#sleep(null);
    const { oldest } = this.#queue;
    if (oldest === null || this.#stopping || this.#queue.frames >= this.#bounds.batchFrames) return;
    const leftMs = Math.min(oldest + this.#bounds.gatherMs - this.#clock.now(), this.#bounds.gatherMs);
    if (leftMs > 0) await this.#sleep(leftMs);
  }

  #sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms);
      this.#wake = () => {
        if (timer) clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }

  /** Gets the devices' current rows, except those taken before a lookup. */
  #cut({ devices }: Taken): Batch {
    const entries: WriteEntry[] = [];
    const deviceStates: DeviceStateRow[] = [];
    const lookups: DeviceLookup[] = [];
    const { fence, gone } = this.#partitionEpochOf ? fenceOf(devices.keys(), this.#partitionEpochOf) : unfencedDevices;
    this.#fence = fence;
    for (const [deviceId, taken] of devices) {
      const isOurs = !gone.has(deviceId);
      const row = isOurs && taken.row === undefined ? this.#rowOf(deviceId, taken.entries) : taken.row;
      if (!isOurs || row === undefined) {
        this.#discard(taken.entries);
        continue;
      }
      if (row) deviceStates.push(row);
      if (taken.lookup) lookups.push(taken.lookup);
      for (const entry of taken.entries) entries.push(entry);
    }
    return layOut(entries, deviceStates, lookupsOf(lookups));
  }

  /** null: no entry changed it. undefined: not available, the device is being restored. */
  #rowOf(deviceId: DeviceId, entries: readonly WriteEntry[]): DeviceStateRow | null | undefined {
    try {
      return this.#callbacks && entries.some((entry) => entry.hasDeviceState)
        ? this.#callbacks.deviceStateRow(deviceId)
        : null;
    } catch (error) {
      this.#log.error('Could not serialize a device state', { deviceId, error });
      return undefined;
    }
  }

  #startLookups(find: FinishedHours['find']): LateLookups {
    return new LateLookups({
      queue: this.#queue,
      find,
      log: this.#log,
      rowOf: (deviceId, entries) => this.#rowOf(deviceId, entries),
      ready: () => this.#wake?.(),
      discard: (devices) => {
        this.#discard([], devices);
        this.#wake?.();
        this.#callForRoom();
      },
      atOnce: this.#bounds.lookupFrames,
      withinMs: this.#bounds.lookupWithinMs,
    });
  }

  /** Writes a batch until it is committed, or part of it is refused permanently. */
  async #store(batch: Batch): Promise<void> {
    const began = this.#abandoned;
    const isAbandoned = () => this.#abandoned !== began;
    const written = isEmpty(batch) ? nothingWritten : await this.#transaction.write(batch, isAbandoned);
    if (written === 'abandoned') return this.#discard(batch.entries);
    if (written instanceof FencedError) return this.#fenced(batch);
    if (written instanceof LookupNeeded) return this.#lookUp(batch, written.devices);
    if (written instanceof Error) return this.#storeHalves(batch, written);
    this.#committed(batch, written);
  }

  /** Frames of these devices need a lookup first; the other entries are stored without them. */
  async #lookUp(batch: Batch, needing: ReadonlySet<number>): Promise<void> {
    const since = this.#clock.now();
    const waiting = Map.groupBy(batch.entries, (entry) => entry.deviceId);
    for (const [deviceId, entries] of waiting) if (needing.has(deviceId)) this.#queue.putBack(deviceId, entries, since);
    this.#lookups?.wake();
    await this.#store(part(batch, (entry) => !needing.has(entry.deviceId)));
  }

  /** Another process owns these devices now: nothing is stored, acknowledged or published. */
  #fenced(batch: Batch): void {
    this.#log.warn('Dropped a batch: another process owns its devices', { entries: batch.entries.length });
    this.metrics.fenced++;
    this.#discard(batch.entries);
    this.#onFenced();
  }

  /** Splits a batch that cannot be stored until the device that causes it is found. */
  async #storeHalves(batch: Batch, error: Error): Promise<void> {
    const devices = [...new Set(batch.entries.map((entry) => entry.deviceId))];
    if (devices.length > 1) {
      const first = new Set(devices.slice(0, devices.length / 2));
      await this.#store(part(batch, (entry) => first.has(entry.deviceId)));
      await this.#store(part(batch, (entry) => !first.has(entry.deviceId)));
      return;
    }
    const [deviceId] = devices;
    this.#log.error('Could not store a frame', { deviceId, error });
    const guilty = await findRefused(batch, error, this.#connection, this.#context);
    if (guilty === null) return this.#discard(batch.entries);
    this.metrics.refused += guilty.size;
    // The device state depends on frames that were not stored: it returns to the last commit.
    this.#discard([], [deviceId]);
    this.#callbacks?.refused(deviceId, error.message);
    for (const entry of batch.entries) this.#end(entry, guilty.has(entry) ? 'refused' : 'again');
  }

  #committed(batch: Batch, written: Written): void {
    this.metrics.batches++;
    this.metrics.frames += batch.frames.length + batch.late.length;
    this.metrics.conflicts += written.conflicts;
    for (const { deviceId, t0 } of written.hours) this.#lastHour.set(deviceId, t0);
    for (const [deviceId, ts] of written.newestLive) this.#newestLive.set(deviceId, ts);
    // Its stored frames have other times now.
    for (const { deviceId } of batch.restamps) this.#newestLive.delete(deviceId);
    for (const row of batch.deviceStates) this.#textsStored.set(row.deviceId, row.texts.length);
    const { ends, changes, steps } = batch;
    const { events } = written;
    if (events.length + ends.length + changes.length + steps.length > 0)
      this.#callbacks?.committed({ events, ends, changes, steps });
    void this.#injectFault('published');
    batch.entries.forEach((entry, index) => {
      const duplicates = written.duplicates.get(index) ?? 0;
      this.metrics.duplicates += duplicates;
      const all = entry.frames.length + entry.lateFrames.length;
      this.#end(entry, all > 0 && duplicates === all && !entry.hasDeviceState ? 'duplicate' : 'stored', duplicates);
    });
  }

  /** Not stored, so their device states are invalid, and so are queued entries based on them. */
  #discard(entries: readonly WriteEntry[], more: readonly DeviceId[] = []): void {
    const devices = new Set(more);
    for (const entry of entries) devices.add(entry.deviceId);
    const behind = this.#queue.drop((id) => devices.has(id));
    for (const deviceId of devices) this.#forget(deviceId);
    this.#callbacks?.discard([...devices]);
    for (const entry of entries.concat(behind)) this.#end(entry, 'again');
  }

  #end(entry: WriteEntry, outcome: WriteOutcome, duplicates = 0): void {
    try {
      entry.done(outcome, duplicates);
    } catch (error) {
      this.#log.error('Could not acknowledge an entry', { deviceId: entry.deviceId, error });
    }
  }

  #forget(deviceId: DeviceId): void {
    this.#lastHour.delete(deviceId);
    this.#textsStored.delete(deviceId);
    this.#newestLive.delete(deviceId);
  }
}
