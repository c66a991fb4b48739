import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import type { Clock } from '../../base/clock.ts';
import { openPool } from '../../base/db.ts';
import type { Address } from '../../base/embedded-postgres/embedded-postgres.ts';
import type { Reach } from '../../base/kill-at.ts';
import type { Log } from '../../base/log.ts';
import type { Catalog } from '../catalog.ts';
import type { BoardRow, EventRow, KeepAsks, KeepEntry, KeepOutcome, KeepPort, StoredBoard } from '../passing.ts';
import { type Batch, isEmpty, layOut, part } from './batch.ts';
import { isAway, isDoubleKey, WriterConnection } from './connection.ts';
import { FrameDays } from './days.ts';
import { FencedError, fenceOf, type StandsOn, unfenced } from './fence.ts';
import { type idBlocks, loadActive, loadBoards, takeIds } from './load.ts';
import { Queue, type Taken } from './queue.ts';
import { findRefused } from './refuse.ts';
import { isCommitted } from './store.ts';
import { commitSign, type FindInChunks, type Owe, type WriteContext, type Written, writeBatch } from './write.ts';

export interface KeepOptions {
  readonly address: Address | string;
  readonly log: Log;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly owe?: Owe;
  readonly findInChunks?: FindInChunks;
  readonly bounds?: Partial<KeepBounds>;
  /** What a device's batch stands on; without it nobody else is there. */
  readonly standsOn?: StandsOn;
  readonly onFenced?: () => void;
  /** This process among others, in pg_stat_activity. */
  readonly name?: string;
  /** Tests end the process at its points. */
  readonly reach?: Reach;
}
export interface KeepBounds {
  /** What may wait, in bytes of memory; past it `full()`. */
  readonly queueBytes: number;
  readonly batchFrames: number;
  /** How long the first frame of a batch waits for company. */
  readonly gatherMs: number;
}
// A commit waits for the disk however much is in it: where much waits, few large batches carry more than many small.
const usualBounds: KeepBounds = { queueBytes: 64_000_000, batchFrames: 2_000, gatherMs: 20 };
const retryMs = { least: 100, most: 2_000 };

export interface KeepFigures {
  batches: number;
  frames: number;
  duplicates: number;
  conflicts: number;
  refused: number;
  retries: number;
  /** Batches that another owner's epoch refused. */
  fenced: number;
  /** In words, while the database is away. */
  trouble: string | null;
}

/** Stage 4: writes what the line hands over, one batch at a time, each in one transaction. */
export class Keep implements KeepPort {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #bounds: KeepBounds;
  readonly #connection: WriterConnection;
  readonly #pool: pg.Pool;
  readonly #context: WriteContext;
  readonly #reach: Reach;
  #asks: KeepAsks | null = null;
  readonly #queue = new Queue();
  #inFlight: Taken | null = null;
  /** Grows with each `abandon`, so that the batch in flight notices. */
  #abandoned = 0;
  #roomCalls: (() => void)[] = [];
  #wake: (() => void) | null = null;
  #loop: Promise<void> | null = null;
  #stopping = false;
  readonly #days: FrameDays;
  readonly #standsOn: StandsOn | null;
  readonly #onFenced: () => void;
  /** Of the batch in flight. */
  #fence = unfenced;
  readonly #lastHour = new Map<number, number>();
  readonly #textsStored = new Map<number, number>();
  readonly figures: KeepFigures = {
    batches: 0,
    frames: 0,
    duplicates: 0,
    conflicts: 0,
    refused: 0,
    retries: 0,
    fenced: 0,
    trouble: null,
  };

  constructor(options: KeepOptions) {
    this.#log = options.log;
    this.#clock = options.clock;
    this.#bounds = { ...usualBounds, ...options.bounds };
    this.#reach = options.reach ?? (() => {});
    this.#connection = new WriterConnection(options.address, options.name);
    this.#pool = openPool(options.address, options.log, { max: 2, name: 'tocsin boards' });
    this.#days = new FrameDays(this.#pool, options.clock, options.log);
    this.#standsOn = options.standsOn ?? null;
    this.#onFenced = options.onFenced ?? (() => {});
    this.#context = {
      fence: () => this.#fence,
      namesOf: (id) => options.catalog.byId(id),
      owe: options.owe ?? (async () => {}),
      findInChunks: options.findInChunks ?? (async () => []),
      now: () => this.#clock.now(),
      reach: this.#reach,
      hasPartition: (ts) => this.#days.has(ts),
      textsKnown: (row) => this.#textsStored.get(row.deviceId) === row.texts.length,
      hourOwed: (deviceId, t0) => this.#lastHour.get(deviceId) === t0,
    };
  }

  /** Begins to write. What was put before waits until now. */
  async start(asks: KeepAsks): Promise<void> {
    this.#asks = asks;
    await this.#days.start();
    this.#loop = this.#run();
  }

  /** Writes what waits, then closes; `abandonAfterMs`: gives up on a database that is away. */
  async stop(abandonAfterMs = 30_000): Promise<void> {
    this.#stopping = true;
    this.#days.stop();
    const giveUp = setTimeout(() => this.abandon(), abandonAfterMs);
    this.#wake?.();
    await this.#loop;
    clearTimeout(giveUp);
    this.abandon();
    await this.#connection.close();
    await this.#pool.end();
  }

  put(entry: KeepEntry): void {
    const first = this.#queue.isEmpty;
    this.#queue.put(entry, this.#clock.now());
    if (first || this.#queue.frames >= this.#bounds.batchFrames) this.#wake?.();
  }

  /** Bytes that wait or are being written. */
  get waitingBytes(): number {
    return this.#queue.bytes + (this.#inFlight?.bytes ?? 0);
  }

  /** At so many bytes doors stop reading. */
  get mostWaitingBytes(): number {
    return this.#bounds.queueBytes;
  }

  full(): boolean {
    return this.waitingBytes >= this.#bounds.queueBytes;
  }

  whenRoom(fn: () => void): void {
    if (this.full()) this.#roomCalls.push(fn);
    else queueMicrotask(fn);
  }

  storedUntil(): number {
    return this.#inFlight?.since ?? this.#queue.oldest ?? this.#clock.now();
  }

  loadBoards(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly StoredBoard[]> {
    return loadBoards(this.#pool, deviceIds);
  }

  loadActive(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly EventRow[]> {
    return loadActive(this.#pool, deviceIds);
  }

  /** The first id of a block of `idBlocks[kind]`. */
  takeIds(kind: keyof typeof idBlocks): Promise<number> {
    return takeIds(this.#pool, kind);
  }

  /** Their partitions go: what waits of these devices is to be sent again, to whoever has them. */
  drop(isGone: (id: DeviceId) => boolean): void {
    for (const entry of this.#queue.drop(isGone)) this.#end(entry, 'again');
  }

  /** Throws away what waits: nothing of it is acknowledged, and every board is restored before it takes a frame. */
  abandon(): void {
    this.#abandoned++;
    const waiting = [...this.#queue.take(Number.POSITIVE_INFINITY).devices.values()].flat();
    if (waiting.length === 0) return;
    this.#log.error('Gave up storing what waited', { entries: waiting.length });
    this.#asks?.discard('all');
    for (const entry of waiting) this.#end(entry, 'again');
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#company();
      if (this.#queue.isEmpty) {
        if (this.#stopping) return;
        continue;
      }
      this.#inFlight = this.#queue.take(this.#bounds.batchFrames);
      const batch = this.#cut(this.#inFlight);
      await this.#reach('cut');
      try {
        await this.#store(batch);
      } catch (error) {
        // A mistake of ours, not of the database: nothing of it is stored, the devices send again.
        this.#log.error('A batch could not be handled', { error });
        this.#giveBack(batch.entries);
      }
      this.#inFlight = null;
      if (!this.full()) for (const call of this.#roomCalls.splice(0)) call();
    }
  }

  /** Waits for a first entry, and then a moment for others to come along. */
  async #company(): Promise<void> {
    if (this.#queue.isEmpty && !this.#stopping) await this.#sleep(null);
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

  /** Asks for the devices' rows as of this moment. */
  #cut({ devices }: Taken): Batch {
    const entries: KeepEntry[] = [];
    const boards: BoardRow[] = [];
    const { fence, gone } = this.#standsOn ? fenceOf(devices.keys(), this.#standsOn) : alone;
    this.#fence = fence;
    for (const [deviceId, waiting] of devices) {
      if (gone.has(deviceId)) {
        this.#giveBack(waiting);
        continue;
      }
      try {
        if (this.#asks && waiting.some((entry) => entry.board)) boards.push(this.#asks.boardRow(deviceId));
        for (const entry of waiting) entries.push(entry);
      } catch (error) {
        this.#log.error('A board gave no row', { deviceId, error });
        this.#giveBack(waiting);
      }
    }
    return layOut(entries, boards);
  }

  /** Until it is committed, or some of it is refused for good. */
  async #store(batch: Batch): Promise<void> {
    const written = isEmpty(batch) ? nothing : await this.#writeUntilDone(batch);
    if (written === 'abandoned') return this.#giveBack(batch.entries);
    if (written instanceof FencedError) return this.#fenced(batch);
    if (written instanceof Error) return this.#storeParts(batch, written);
    this.#committed(batch, written);
  }

  /** The same batch again and again while the database is away; an error is one that another try would meet again. */
  async #writeUntilDone(batch: Batch): Promise<Written | Error | 'abandoned'> {
    const began = this.#abandoned;
    let careful = false;
    let lostAnswer: Written | null = null;
    for (let waitMs = retryMs.least; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      let committing: Written | null = null;
      try {
        const client = await this.#connection.get();
        const sign = lostAnswer && commitSign(batch);
        if (lostAnswer && sign && (await isCommitted(client, sign))) return this.#back(lostAnswer);
        lostAnswer = null;
        committing = await writeBatch(client, batch, this.#context, careful);
        await this.#reach('written');
        await client.query('commit');
        await this.#reach('committed');
        return this.#back(committing);
      } catch (error) {
        await this.#connection.afterError(error);
        if (isDoubleKey(error) && !careful) {
          careful = true;
          continue;
        }
        if (!isAway(error)) return error instanceof Error ? error : new Error(String(error));
        lostAnswer = committing;
        this.figures.retries++;
        this.#trouble(error);
        if (this.#abandoned !== began) return 'abandoned';
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  /** Another process judges these devices now: nothing of ours is stored, acknowledged or told. */
  #fenced(batch: Batch): void {
    this.#log.warn('A batch came too late: its devices have another owner', { entries: batch.entries.length });
    this.figures.fenced++;
    this.#giveBack(batch.entries);
    this.#onFenced();
  }

  /** Halves a batch that can't be stored until the device is found whose fault it is. */
  async #storeParts(batch: Batch, error: Error): Promise<void> {
    const devices = [...new Set(batch.entries.map((entry) => entry.deviceId))];
    if (devices.length > 1) {
      const first = new Set(devices.slice(0, devices.length / 2));
      await this.#store(part(batch, (entry) => first.has(entry.deviceId)));
      await this.#store(part(batch, (entry) => !first.has(entry.deviceId)));
      return;
    }
    const [deviceId] = devices;
    this.#log.error('A frame could not be stored', { deviceId, error });
    const guilty = await findRefused(batch, error, this.#connection, this.#context);
    this.figures.refused += guilty.size;
    // The device's board stands on what was not stored: it goes back to the last commit.
    this.#forget(deviceId);
    this.#asks?.discard([deviceId]);
    this.#asks?.refused(deviceId, error.message);
    for (const entry of batch.entries) this.#end(entry, guilty.has(entry) ? 'refused' : 'again');
  }

  #committed(batch: Batch, written: Written): void {
    this.figures.batches++;
    this.figures.frames += batch.frames.length + batch.late.length;
    this.figures.conflicts += written.conflicts;
    for (const { deviceId, t0 } of written.hours) this.#lastHour.set(deviceId, t0);
    for (const row of batch.boards) this.#textsStored.set(row.deviceId, row.texts.length);
    const { ends, changes, steps } = batch;
    const { events } = written;
    if (events.length + ends.length + changes.length + steps.length > 0)
      this.#asks?.committed({ events, ends, changes, steps });
    void this.#reach('told');
    batch.entries.forEach((entry, index) => {
      const duplicates = written.duplicates.get(index) ?? 0;
      this.figures.duplicates += duplicates;
      const all = entry.frames.length + entry.lateFrames.length;
      this.#end(entry, all > 0 && duplicates === all && !entry.board ? 'duplicate' : 'stored', duplicates);
    });
  }

  /** Not stored, and their boards are no longer true. */
  #giveBack(entries: readonly KeepEntry[]): void {
    const devices = new Set(entries.map((entry) => entry.deviceId));
    for (const deviceId of devices) this.#forget(deviceId);
    this.#asks?.discard([...devices]);
    for (const entry of entries) this.#end(entry, 'again');
  }

  #end(entry: KeepEntry, outcome: KeepOutcome, duplicates = 0): void {
    try {
      entry.done(outcome, duplicates);
    } catch (error) {
      this.#log.error('An acknowledgement failed', { deviceId: entry.deviceId, error });
    }
  }

  #forget(deviceId: DeviceId): void {
    this.#lastHour.delete(deviceId);
    this.#textsStored.delete(deviceId);
  }

  #back(written: Written): Written {
    if (this.figures.trouble) this.#log.info('The database takes frames again');
    this.figures.trouble = null;
    return written;
  }

  #trouble(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    if (!this.figures.trouble) this.#log.error('The database does not take frames; they wait', { error: words });
    this.figures.trouble = words;
  }
}

const alone = { fence: unfenced, gone: new Set<DeviceId>() };
const nothing: Written = { duplicates: new Map(), conflicts: 0, hours: [], events: [] };
