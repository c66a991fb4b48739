import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { allocateIds } from '../../pipeline/4-persist/load-device-states.ts';
import { arePiecesMissing, isMissing } from '../../platform/backup/store-pieces.ts';
import { Refusal } from '../../platform/errors.ts';
import { idBlock } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { areWorkersSettled } from '../../platform/store-citus.ts';
import type { ArchivedDays } from '../archive/archived-days.ts';
import { bringBack } from '../archive/mover.ts';
import { hourOf } from '../codec/hour.ts';
import { recountHour } from '../protect/device-protection.ts';
import { hoursFrom, hoursToFill, nextRecount, noteFilled, settleRecount } from '../protect/store.ts';
import { dropOldPartitions, type Retention } from '../retain/drop-partitions.ts';
import { Rounds } from '../rounds.ts';
import { DeviceHours, type HourDependencies } from './device-hours.ts';
import * as store from './store.ts';

export interface CompactorOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly dependencies: Omit<HourDependencies, 'ids'>;
  readonly retention: Retention;
  /** Where archived days are read; absent: none are. */
  readonly archive?: ArchivedDays | null;
}

export interface CompactionMetrics {
  /** Hours written, and hours postponed after errors, since the start. */
  hours: number;
  failed: number;
  /** Unix ms of the last one. */
  lastAt: number;
}

/** A live frame may be ten minutes older than the clock, and may be queued for some time. */
const graceMs = 15 * 60_000;
/** Hours with late frames are written after this quiet period, at the latest after the maximum wait. */
const quietMs = 60_000;
const waitMs = 5 * 60_000;
/** Maximum time for which an hour to be evaluated again waits for older ones. */
const holdMs = 30 * 60_000;
const hoursAtOnce = 200;
const pauseMs = 2_000;
const tidyEveryMs = 10 * 60_000;
/** Hours without frames are counted this often, and hours whose facts have changed. */
const protectEveryMs = 60_000;
const protectedAtOnce = 500;
/** An hour that cannot be written must not block other devices, nor be retried constantly. */
const afterErrorMs = 5 * 60_000;
/** Hours of archived days wait this long after the archive did not answer, and devices whose history is coming back. */
const archivePauseMs = 60_000;

const deviceOf = ({ deviceId }: { readonly deviceId: DeviceId }): DeviceId => deviceId;

/** Closes hours, writes their chunks and slots, and drops data past its retention. Runs in a worker thread. */
export class Compactor {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #dependencies: HourDependencies;
  readonly #retention: Retention;
  readonly #archive: ArchivedDays | null;
  #archiveAwayUntil = 0;
  readonly #failed = new Map<DeviceId, number>();
  /** Devices of which an hour waits for what is before or after it to come back from a backup. */
  readonly #missing = new Map<DeviceId, number>();
  #areSomeMissing = false;
  #tidied = 0;
  #protected = 0;
  readonly metrics: CompactionMetrics = { hours: 0, failed: 0, lastAt: 0 };
  readonly #rounds = new Rounds(async () => {
    try {
      return (await this.round()) ? 0 : pauseMs;
    } catch (error) {
      this.#log.warn('Could not write hours', { error });
      return pauseMs;
    }
  });

  constructor({ pool, log, dependencies, retention, archive }: CompactorOptions) {
    this.#pool = pool;
    this.#log = log;
    this.#dependencies = { ...dependencies, ids: idBlock(1_000, () => allocateIds(pool, 'event')) };
    this.#retention = retention;
    this.#archive = archive ?? null;
  }

  start(): void {
    this.#rounds.start();
  }

  /** Ends after the current device. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Processes pending hours once; returns true when there are more. */
  async round(): Promise<boolean> {
    const now = this.#dependencies.now();
    const client = await this.#pool.connect();
    try {
      await store.closeHours(client, hourOf(now - graceMs));
      if (!(await store.isIntakeClosed(client))) return false;
      this.#areSomeMissing = await arePiecesMissing(client);
      if (!this.#areSomeMissing) this.#missing.clear();
      const due = await store.dueHours(
        client,
        {
          quietSince: now - quietMs,
          waitedSince: now - waitMs,
          heldSince: now - holdMs,
          isArchiveAway: now < this.#archiveAwayUntil,
          without: [...this.#missing].flatMap(([id, since]) => (since > now - archivePauseMs ? [id] : [])),
        },
        hoursAtOnce,
      );
      // Only now: the rows of `due` may be of transactions that a worker has still to end.
      if (!(await areWorkersSettled(client))) return false;
      let written = 0;
      for (const [deviceId, hours] of Map.groupBy(due, deviceOf)) {
        if (this.#rounds.isStopping) return false;
        if ((this.#failed.get(deviceId) ?? 0) > now - afterErrorMs) continue;
        written += await this.#writeDevice(client, deviceId, hours);
      }
      if (now - this.#protected >= protectEveryMs) await this.#protect(client, now);
      if (now - this.#tidied >= tidyEveryMs) {
        this.#tidied = now;
        await dropOldPartitions(client, this.#retention, now, this.#log);
      }
      return written > 0 && due.length === hoursAtOnce;
    } finally {
      client.release();
    }
  }

  /** Counts what no frame brings: hours without frames, and stored hours of which more is known. More waits for the next round. */
  async #protect(client: pg.PoolClient, now: number): Promise<void> {
    const until = hourOf(now - graceMs);
    const isDemo = this.#dependencies.isDemo ?? false;
    const fill = await hoursToFill(client, until, protectedAtOnce, isDemo);
    for (const [deviceId, hours] of Map.groupBy(fill, deviceOf))
      await this.#asOwner(client, deviceId, async () => {
        const device = new DeviceHours(client, deviceId, this.#dependencies);
        await device.prepare();
        for (const { t0 } of hours) await device.fill(t0);
      });
    if (fill.length < protectedAtOnce) await noteFilled(client, until, isDemo);
    const recount = await nextRecount(client);
    if (recount)
      await this.#asOwner(client, recount.deviceId, async () => {
        const hours = await hoursFrom(client, recount.deviceId, recount.from, protectedAtOnce);
        for (const t0 of hours) await recountHour(client, recount.deviceId, t0);
        const last = hours.length < protectedAtOnce ? undefined : hours.at(-1);
        await settleRecount(client, recount.deviceId, recount.from, last === undefined ? null : last + 1);
      });
    if (fill.length < protectedAtOnce && !recount) this.#protected = now;
  }

  async #asOwner(client: pg.PoolClient, deviceId: DeviceId, work: () => Promise<void>): Promise<void> {
    if (this.#rounds.isStopping || !(await store.takeDevice(client, deviceId))) return;
    try {
      await work();
    } finally {
      await store.freeDevice(client, deviceId).catch(() => {});
    }
  }

  /**
   * Brings the hour's day back if it is archived. False, and the hour stays pending: the archive does not answer, or the
   * hour before or after it is still to come back from a backup.
   */
  async #isBack(client: pg.PoolClient, hour: store.PendingHour): Promise<boolean> {
    try {
      if (await this.#isMissingBeside(client, hour)) return false;
      await bringBack(client, this.#archive, hour, this.#dependencies.now());
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#archiveAwayUntil = this.#dependencies.now() + archivePauseMs;
      return false;
    }
  }

  async #isMissingBeside(client: pg.PoolClient, { deviceId, t0 }: store.PendingHour): Promise<boolean> {
    if (!this.#areSomeMissing) return false;
    const { before, after } = await store.neighbours(client, deviceId, t0);
    if (!(await isMissing(client, deviceId, before?.t0 ?? 0, after ?? Number.MAX_SAFE_INTEGER))) return false;
    this.#missing.set(deviceId, this.#dependencies.now());
    return true;
  }

  async #writeDevice(client: pg.PoolClient, deviceId: DeviceId, hours: readonly store.PendingHour[]): Promise<number> {
    if (!(await store.takeDevice(client, deviceId))) return 0;
    let written = 0;
    try {
      const device = new DeviceHours(client, deviceId, this.#dependencies);
      await device.prepare();
      for (const hour of hours) {
        if (!(await this.#isBack(client, hour))) continue;
        await device.write(hour);
        written++;
        if (this.#rounds.isStopping) break;
      }
      this.#failed.delete(deviceId);
    } catch (error) {
      this.metrics.failed++;
      this.#failed.set(deviceId, this.#dependencies.now());
      this.#log.error('Could not write an hour', { deviceId, error });
    } finally {
      this.metrics.hours += written;
      this.metrics.lastAt = this.#dependencies.now();
      await store.freeDevice(client, deviceId).catch(() => {});
    }
    return written;
  }
}
