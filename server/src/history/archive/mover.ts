import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { arePiecesMissing } from '../../platform/backup/store-pieces.ts';
import { mapSome } from '../../platform/each.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import { freeDevice, takeDevice } from '../compact/store.ts';
import { Rounds } from '../rounds.ts';
import type { ArchivedDays } from './archived-days.ts';
import { dayMs, dayOf, keyOfDay, packDay } from './day-object.ts';
import * as store from './store.ts';

export interface MoverOptions {
  readonly pool: pg.Pool;
  readonly days: ArchivedDays;
  readonly hotDays: number;
  /** Replaced and deleted objects stay for this time. */
  readonly keepDays: number;
  readonly now: () => number;
  readonly log: Log;
  readonly injectFault: InjectFault;
}

export interface MoverMetrics {
  /** Days moved, attempts that failed, and objects deleted, since the start. */
  moved: number;
  failed: number;
  removed: number;
  /** Archived days and their bytes, counted after each pass. */
  days: number;
  bytes: number;
  /** 0: the last round failed. */
  up: 0 | 1;
}

/** Devices whose days are moved at the same time. */
const atOnce = 2;
const passEveryMs = 6 * 3_600_000;
const pauseMs = { least: 60_000, most: 600_000 };
/** An object that was named and never used is an orphan after this time. */
const orphanMs = 7 * dayMs;
const removedAtOnce = 100;

/**
 * Moves days that are older than the hot ones into object storage, and deletes objects that are no longer needed. Every
 * object is in the journal before it is written, so that nothing is ever looked for in the bucket. Several processes may
 * do this at once.
 */
export class Mover {
  readonly #options: MoverOptions;
  readonly #rounds = new Rounds(() => this.#next());
  #passedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = pauseMs.least;
  readonly metrics: MoverMetrics = { moved: 0, failed: 0, removed: 0, days: 0, bytes: 0, up: 1 };

  constructor(options: MoverOptions) {
    this.#options = options;
  }

  start(): void {
    this.#rounds.start();
  }

  /** Ends after the days in progress. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #next(): Promise<number> {
    try {
      await this.round();
      this.#pauseMs = pauseMs.least;
    } catch (error) {
      this.#options.log.warn('Could not move history to the object storage', { error, againInMs: this.#pauseMs });
      this.#pauseMs = Math.min(2 * this.#pauseMs, pauseMs.most);
    }
    return this.#pauseMs;
  }

  /** Asks the store for an object, deletes what has ended, and moves what is due unless that was done a short time ago. Throws at the first failure. */
  async round(): Promise<void> {
    const { pool, days, now } = this.#options;
    try {
      const installation = await store.installationOf(pool);
      await days.store.get(`${installation}/v1`);
      await this.#removeEnded();
      if (now() - this.#passedAt >= passEveryMs && !(await arePiecesMissing(pool))) {
        await this.#pass(installation);
        if (!this.#rounds.isStopping) this.#passedAt = now();
      }
      this.metrics.up = 1;
    } catch (error) {
      this.metrics.failed++;
      this.metrics.up = 0;
      throw error;
    }
  }

  async #pass(installation: string): Promise<void> {
    const { pool, now, hotDays } = this.#options;
    const devices = await store.devicesOf(pool);
    const before = dayOf(now() - hotDays * dayMs);
    try {
      await mapSome(devices, atOnce, async ({ deviceId, clientId }) => {
        if (!this.#rounds.isStopping) await this.#moveDevice({ installation, clientId, deviceId }, before);
      });
    } finally {
      Object.assign(this.metrics, await store.countDays(pool));
    }
  }

  async #moveDevice(owner: Parameters<typeof keyOfDay>[0] & { deviceId: DeviceId }, before: number): Promise<void> {
    const client = await this.#options.pool.connect();
    let broken: Error | undefined;
    try {
      if (!(await takeDevice(client, owner.deviceId, 'archive'))) return;
      for (const day of await store.hotDays(client, owner.deviceId, before)) {
        if (this.#rounds.isStopping) break;
        if (await this.#moveDay(client, owner, day)) this.metrics.moved++;
      }
      await freeDevice(client, owner.deviceId, 'archive');
    } catch (error) {
      // Its lock ends with the connection.
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** False: the day changed meanwhile, and is moved later. */
  async #moveDay(
    client: pg.PoolClient,
    owner: Parameters<typeof keyOfDay>[0] & { deviceId: DeviceId },
    day: number,
  ): Promise<boolean> {
    const { days, now, injectFault } = this.#options;
    const { deviceId } = owner;
    const chunks = await store.readDay(client, deviceId, day);
    if (chunks.length === 0 || chunks.some(({ keys }) => keys.length === 0)) return false;
    const bytes = packDay(deviceId, day, chunks);
    const object = { key: keyOfDay(owner, day, bytes), deviceId, day, bytes: bytes.length };
    if (!(await store.nameObject(client, object, now()))) return false;
    await injectFault('archive-named');
    await days.store.put(object.key, bytes);
    await injectFault('archive-put');
    if (!(await days.store.get(object.key))?.equals(bytes))
      throw new Error(`the object storage returned other bytes than were written: ${object.key}`);
    await injectFault('archive-compared');
    if (!(await takeDevice(client, deviceId))) return false;
    await client.query('begin');
    const versions = chunks.map(({ version }) => version);
    const isMoved = await store.commitDay(client, object, versions, now());
    if (isMoved) await injectFault('archive-written');
    await client.query(isMoved ? 'commit' : 'rollback');
    if (isMoved) await injectFault('archive-committed');
    await freeDevice(client, deviceId);
    return isMoved;
  }

  async #removeEnded(): Promise<void> {
    const { pool, days, now, keepDays } = this.#options;
    const ended = { deletedBefore: now() - keepDays * dayMs, namedBefore: now() - orphanMs };
    for (const key of await store.takeEnded(pool, ended, removedAtOnce)) {
      await days.remove(key);
      await store.removeEnded(pool, key);
      this.metrics.removed++;
    }
  }
}

/**
 * Brings an archived day back into PostgreSQL, because hours of it are written again. The device's lock must be held.
 * Throws 503 when the day cannot be read. The object stays for restored backups.
 */
export async function bringBack(
  client: pg.PoolClient,
  days: ArchivedDays | null,
  { deviceId, t0 }: { readonly deviceId: DeviceId; readonly t0: number },
  now: number,
): Promise<void> {
  const key = await store.liveKey(client, deviceId, dayOf(t0));
  if (key === null) return;
  if (!days) throw new Error('a day is archived, and there is no archive');
  const chunks = await days.read(key);
  await client.query('begin');
  try {
    await store.restoreDay(client, { key, deviceId }, chunks, now);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
