import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../platform/log.ts';
import { readJsonFile, syncFolder, writeJsonFile } from './json-file.ts';
import { RangeSet } from './range-set.ts';
import { packRecords, recordAt } from './records.ts';
import { Reserve } from './reserve.ts';
import {
  type LoadedSegment,
  loadSegment,
  readSegment,
  repairSegments,
  type Segment,
  type SegmentTexts,
  segmentPath,
} from './segments.ts';

export interface QueueOptions {
  readonly folder: string;
  /** Bound of all segments together. */
  readonly maxBytes: number;
  readonly log: Log;
  readonly now: () => number;
  /** The state of all devices after everything that was appended, as the next segment begins with it. */
  readonly checkpoint: () => string;
  /** Brings that state back to what is on the disk, after an append failed. */
  readonly restore: () => void;
}

/** The checkpoint of a queue that nothing was appended to yet. */
const emptyCheckpoint = '{"devices":[]}';

/** Writes a record's text, given its number. */
export type MakeText = (n: number) => string;

interface Append {
  readonly texts: readonly string[];
  readonly first: number;
  readonly done: (isStored: boolean) => void;
}

const defaultSegmentBytes = 4 * 1024 * 1024;
/** After a failed write (the disk is full), the next attempt. */
const retryMs = 2_000;
/** Room for the state of all devices, with which a segment begins. */
const reserveBytes = 1024 * 1024;
const Confirmed = z.object({ confirmed: z.array(z.tuple([z.int(), z.int()])) });

/**
 * The bounded queue on disk. Records are appended in groups, one write and one fdatasync for all that waits, and are
 * forgotten by number once they are confirmed.
 */
export class EdgeQueue {
  readonly #options: QueueOptions;
  readonly #segmentBytes: number;
  readonly #segments: Segment[];
  readonly #reserve: Reserve;
  readonly confirmed: RangeSet;
  #file: FileHandle | null = null;
  #waiting: Append[] = [];
  #waitingBytes = 0;
  #isFlushing = false;
  #next: number;
  #failedAt: number | null = null;
  #onRoom: (() => void)[] = [];
  #loaded: LoadedSegment | null = null;
  #isConfirmedStored = true;
  #bytes = 0;
  /** Records that could not be read at the start. */
  damaged = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#segmentBytes = Math.max(64 * 1024, Math.min(defaultSegmentBytes, Math.floor(options.maxBytes / 8)));
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const { segments, cutBytes } = repairSegments(options.folder);
    if (cutBytes > 0)
      options.log.warn('Truncated the incomplete end of the queue, which had not been acknowledged', { cutBytes });
    // Numbers of a fresh folder never meet those of a lost one.
    if (segments.length === 0) segments.push(firstSegment(options.folder, Math.max(1, Math.floor(options.now()))));
    this.#segments = segments;
    this.#bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    this.#reserve = new Reserve(
      join(options.folder, 'reserve'),
      Math.min(reserveBytes, Math.floor(options.maxBytes / 8)),
    );
    this.#reserve.take();
    const last = segments.at(-1);
    this.#next = last ? last.first + last.records : 1;
    const saved = Confirmed.safeParse(readJsonFile(this.#confirmedPath));
    this.confirmed = new RangeSet(saved.success ? saved.data.confirmed : []);
    this.confirmed.add(0, segments[0]?.first ?? this.#next);
    segments.forEach((segment, index) => {
      // Behind a place that cannot be read, an older segment's records are lost.
      const end = segments[index + 1]?.first ?? segment.first + segment.records;
      this.damaged += end - segment.first - segment.records;
      this.confirmed.add(segment.first + segment.records, end);
    });
  }

  get #confirmedPath(): string {
    return join(this.#options.folder, 'confirmed.json');
  }

  /** The number of the next record. */
  get next(): number {
    return this.#next;
  }

  /** The number of the oldest record that is not confirmed; `next` when all are. */
  get oldest(): number {
    return this.confirmed.nextMissing(0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get records(): number {
    return this.#next - this.oldest - this.confirmed.count(this.oldest, this.#next);
  }

  /** Whether nothing can be appended: at the bound, after a failed write, or too much waits for the disk. */
  isFull(): boolean {
    if (this.#failedAt !== null && this.#options.now() - this.#failedAt < retryMs) return true;
    return this.bytes + this.#waitingBytes >= this.#options.maxBytes || this.#waitingBytes > 8 * this.#segmentBytes;
  }

  /** Calls back once there may be room again. */
  whenRoom(fn: () => void): void {
    this.#onRoom.push(fn);
  }

  /** The newest segment's texts, from which the state on disk is read; null for an empty queue. */
  newestSegment(): SegmentTexts | null {
    const last = this.#segments.at(-1);
    return last ? readSegment(last.path) : null;
  }

  /** Every record on disk, oldest first, and before those of a segment its checkpoint, with the number 0. */
  *all(): Iterable<{ readonly n: number; readonly text: string }> {
    for (const { path, first } of this.#segments) {
      const { checkpoint, records } = readSegment(path);
      yield { n: 0, text: checkpoint };
      for (const [index, text] of records.entries()) {
        if (text === 'damaged') {
          this.damaged++;
          this.confirmed.add(first + index);
        } else yield { n: first + index, text };
      }
    }
  }

  /**
   * Appends records. `done` is called once they, and all before them, are on the disk, or not: then nothing of them is.
   * With no records it waits for those before. Call it only while the queue is not full. Returns the first number.
   */
  append(make: readonly MakeText[], done: (isStored: boolean) => void): number {
    const first = this.#next;
    const texts = make.map((text, index) => text(first + index));
    this.#next += texts.length;
    this.#waitingBytes += texts.reduce((sum, text) => sum + text.length, 0);
    this.#waiting.push({ texts, first, done });
    void this.#flush();
    return first;
  }

  /** Forgets what is confirmed: deletes whole segments, and notes the rest without waiting for the disk. */
  forget(): void {
    let isDeleted = false;
    while (this.#segments.length > 1) {
      const [oldest] = this.#segments;
      if (!oldest || this.confirmed.nextMissing(oldest.first) < oldest.first + oldest.records) break;
      unlinkSync(oldest.path);
      this.#bytes -= oldest.bytes;
      this.#segments.shift();
      isDeleted = true;
    }
    this.confirmed.add(0, this.#segments[0]?.first ?? this.#next);
    this.#isConfirmedStored = false;
    if (isDeleted) this.#announceRoom();
  }

  /** Notes on disk what is confirmed. Losing it costs resends, which the portal recognises. */
  saveConfirmed(): void {
    if (this.#isConfirmedStored) return;
    try {
      writeJsonFile(this.#confirmedPath, { confirmed: this.confirmed.ranges() }, false);
      this.#isConfirmedStored = true;
    } catch (error) {
      this.#options.log.warn('Could not note what the portal has', { error });
    }
  }

  /** Reads the text of a stored record; null for a confirmed or damaged one. */
  read(n: number): string | null {
    const segment = this.#segments.findLast(({ first }) => first <= n);
    if (!segment || n >= segment.first + segment.records) return null;
    if (this.#loaded?.first !== segment.first || n >= segment.first + this.#loaded.starts.length)
      this.#loaded = loadSegment(segment);
    const start = this.#loaded.starts[n - segment.first];
    const record = start === undefined ? null : recordAt(this.#loaded.bytes, start);
    return record && record.text !== 'damaged' ? record.text : null;
  }

  async stop(): Promise<void> {
    while (this.#isFlushing) await new Promise((resolve) => setTimeout(resolve, 5));
    this.saveConfirmed();
    await this.#file?.close();
    this.#file = null;
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const texts = batch.flatMap((append) => append.texts);
      const isDue = (this.#segments.at(-1)?.bytes ?? 0) >= this.#segmentBytes;
      // At this moment the state in memory is that of the disk with this batch.
      const checkpoint = isDue ? this.#options.checkpoint() : null;
      try {
        if (texts.length > 0) await this.#write(texts);
        this.#failedAt = null;
      } catch (error) {
        this.#options.log.error('Could not write to the queue', { error });
        this.#fail(batch);
        await this.#reclaim();
        continue;
      }
      this.#waitingBytes -= texts.reduce((sum, text) => sum + text.length, 0);
      if (checkpoint !== null) {
        const first = batch.reduce((next, append) => Math.max(next, append.first + append.texts.length), 0);
        await this.#begin(first, checkpoint);
      }
      for (const { done } of batch) done(true);
    }
    this.#isFlushing = false;
  }

  /** Nothing of the batch counts, nor of what waits behind it, for it builds on the batch. */
  #fail(batch: readonly Append[]): void {
    const failed = [...batch, ...this.#waiting];
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#failedAt = this.#options.now();
    const last = this.#segments.at(-1);
    this.#next = last ? last.first + last.records : (failed[0]?.first ?? this.#next);
    this.#options.restore();
    for (const { done } of failed) done(false);
    setTimeout(() => this.#announceRoom(), retryMs + 10).unref();
  }

  /** After a failed write: when the newest segment is confirmed as a whole, its space is freed by beginning another. */
  async #reclaim(): Promise<void> {
    const last = this.#segments.at(-1);
    if (!last || last.records === 0 || this.confirmed.nextMissing(last.first) < this.#next) return;
    this.#reserve.giveUp();
    const hasBegun = await this.#begin(this.#next, this.#options.checkpoint());
    if (hasBegun) {
      this.#failedAt = null;
      this.forget();
    }
    this.#reserve.take();
  }

  async #write(texts: readonly string[]): Promise<void> {
    const segment = this.#segments.at(-1);
    if (!segment) throw new Error('the queue has no segment');
    this.#file ??= await open(segment.path, 'r+');
    const bytes = packRecords(texts);
    try {
      let written = 0;
      while (written < bytes.length) {
        const rest = await this.#file.write(bytes, written, bytes.length - written, segment.bytes + written);
        written += rest.bytesWritten;
      }
      await this.#file.datasync();
    } catch (error) {
      // What was written in part is cut now if possible, else at the next start.
      await this.#file.truncate(segment.bytes).catch(() => {});
      throw error;
    }
    segment.bytes += bytes.length;
    this.#bytes += bytes.length;
    segment.records += texts.length;
  }

  /** Begins the segment from this number on; false when that fails: the present one goes on. */
  async #begin(first: number, checkpoint: string): Promise<boolean> {
    const path = segmentPath(this.#options.folder, first);
    const bytes = packRecords([checkpoint]);
    let file: FileHandle | null = null;
    try {
      file = await open(path, 'w', 0o600);
      await file.writeFile(bytes);
      await file.datasync();
      syncFolder(this.#options.folder);
    } catch (error) {
      this.#options.log.warn('Could not begin a segment of the queue', { error });
      await file?.close().catch(() => {});
      if (file) unlinkSync(path);
      return false;
    }
    await this.#file?.close();
    this.#file = file;
    this.#segments.push({ path, first, records: 0, bytes: bytes.length });
    this.#bytes += bytes.length;
    return true;
  }

  #announceRoom(): void {
    const waiting = this.#onRoom;
    this.#onRoom = [];
    for (const fn of waiting) fn();
  }
}

function firstSegment(folder: string, first: number): Segment {
  const path = segmentPath(folder, first);
  const bytes = packRecords([emptyCheckpoint]);
  writeFileSync(path, bytes, { mode: 0o600, flush: true });
  syncFolder(folder);
  return { path, first, records: 0, bytes: bytes.length };
}
