import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ArchiveConfig } from '../../platform/config.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { overloaded } from '../../platform/overload.ts';
import { type DayChunk, isNamed, openDay } from './day-object.ts';
import { ObjectStore } from './object-store.ts';

const awayText =
  'This part of the history is archived, and the archive does not answer at the moment. Please try again in a minute.';
const retryAfterSeconds = 60;
/** After a failure further reads are refused at once for this time, so that they do not all wait for the time limit. */
const pauseMs = 5_000;
/** Reads that may wait for the store at once, since each holds a connection, and how many may wait for their turn. */
const maxReading = 2;
const maxQueued = 32;

/** What the archive reads need: settings, and the folder of the cache. */
export interface ArchiveSettings {
  readonly config: ArchiveConfig;
  readonly folder: string;
}

/**
 * Days in object storage, read through a cache on disk that the threads of all processes of a data folder share. Bytes
 * are compared with the hash in their key, from the store and from the disk. Throws 503 when a day cannot be read.
 */
export class ArchivedDays {
  readonly store: ObjectStore;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #log: Log;
  readonly #reading = new Map<string, Promise<readonly DayChunk[]>>();
  readonly #queue: (() => void)[] = [];
  /** The day read last: a rehearsal reads it hour by hour. */
  #last: { readonly key: string; readonly chunks: readonly DayChunk[] } | null = null;
  #running = 0;
  #awayUntil = 0;

  constructor({ config, folder }: ArchiveSettings, log: Log) {
    this.store = new ObjectStore(config);
    this.#folder = folder;
    this.#maxBytes = config.cacheMb * 1e6;
    this.#log = log;
  }

  /** The day from memory or disk; null: only the store has it. */
  async readNear(key: string): Promise<readonly DayChunk[] | null> {
    if (this.#last?.key === key) return this.#last.chunks;
    const path = this.#pathOf(key);
    const bytes = await readFile(path).catch(() => null);
    if (!bytes) return null;
    if (!isNamed(key, bytes)) {
      this.#log.warn('A cached day of history is damaged and is read again', { key });
      await rm(path, { force: true });
      return null;
    }
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
    this.#last = { key, chunks: openDay(bytes) };
    return this.#last.chunks;
  }

  /** The day from wherever it is. */
  async read(key: string): Promise<readonly DayChunk[]> {
    const near = await this.readNear(key);
    if (near) return near;
    const running = this.#reading.get(key) ?? this.#fetch(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, running);
    return running;
  }

  /** Deletes an object and the cached copy of it. */
  async remove(key: string): Promise<void> {
    await this.store.remove(key);
    await rm(this.#pathOf(key), { force: true });
  }

  /** Runs a read that may wait for the store. Few run at once; 503 if too many wait. */
  async inTurn<T>(read: () => Promise<T>): Promise<T> {
    if (this.#running >= maxReading) {
      if (this.#queue.length >= maxQueued) throw overloaded();
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#running++;
    try {
      return await read();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #fetch(key: string): Promise<readonly DayChunk[]> {
    if (performance.now() < this.#awayUntil) throw archiveAway();
    try {
      const bytes = await this.store.get(key);
      if (!bytes) throw new Error('the object is missing');
      if (!isNamed(key, bytes)) throw new Error('the object has other bytes than its key says');
      await this.#keep(key, bytes).catch((error: unknown) =>
        this.#log.warn('Could not write a day of history to the cache', { error }),
      );
      const chunks = openDay(bytes);
      this.#last = { key, chunks };
      return chunks;
    } catch (error) {
      this.#awayUntil = performance.now() + pauseMs;
      this.#log.warn('Could not read an archived day of history', { key, error });
      throw archiveAway();
    }
  }

  async #keep(key: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = this.#pathOf(key);
    const part = `${path}.${process.pid}-${threadId}`;
    await writeFile(part, bytes);
    await rename(part, path);
    const files = await Promise.all(
      (await readdir(this.#folder)).map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.#folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { name, size, mtimeMs };
      }),
    );
    let bound = this.#maxBytes;
    for (const { name, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      bound -= size;
      if (bound < 0) await rm(join(this.#folder, name), { force: true });
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

const archiveAway = (): Refusal => new Refusal('unavailable', awayText, { retryAfterSeconds });
