import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { idBlock } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { hourOf } from '../codec/hour.ts';
import { DeviceHours, type HourPorts } from './hour-job.ts';
import { takeIds } from './load.ts';
import * as store from './store-hours.ts';
import { dropOldPartitions, type Retention } from './tidy.ts';

export interface HourKeeperOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly ports: Omit<HourPorts, 'ids'>;
  readonly retention: Retention;
}

export interface HourFigures {
  /** Written, and given up for now, since the start. */
  hours: number;
  failed: number;
  /** Unix ms of the last one. */
  lastAt: number;
}

/** A frame may be ten minutes older than the clock and still live; it may wait in the queue a while. */
const graceMs = 15 * 60_000;
/** Late frames: their hour is written after this quiet, at the latest after this wait. */
const quietMs = 60_000;
const waitMs = 5 * 60_000;
const hoursAtOnce = 200;
const pauseMs = 2_000;
const tidyEveryMs = 10 * 60_000;
/** A device whose hour can't be written must not stop the others, nor be tried all the time. */
const afterErrorMs = 5 * 60_000;

/** Closes hours, writes their chunks and slots, and drops what is past its time. Runs in a worker thread. */
export class HourKeeper {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #ports: HourPorts;
  readonly #retention: Retention;
  readonly #failed = new Map<DeviceId, number>();
  #stopping = false;
  #running: Promise<void> | null = null;
  #wake: () => void = () => {};
  #tidied = 0;
  readonly figures: HourFigures = { hours: 0, failed: 0, lastAt: 0 };

  constructor({ pool, log, ports, retention }: HourKeeperOptions) {
    this.#pool = pool;
    this.#log = log;
    this.#ports = { ...ports, ids: idBlock(1_000, () => takeIds(pool, 'event')) };
    this.#retention = retention;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the device at hand. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      let more = false;
      try {
        more = await this.round();
      } catch (error) {
        this.#log.warn('Hours could not be written', { error });
      }
      if (!more && !this.#stopping) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One look at what is owed; true: there is more. */
  async round(): Promise<boolean> {
    const now = this.#ports.now();
    const client = await this.#pool.connect();
    try {
      await store.closeHours(client, hourOf(now - graceMs));
      if (!(await store.gateIsShut(client))) return false;
      const due = await store.dueHours(client, { quietSince: now - quietMs, waitedSince: now - waitMs }, hoursAtOnce);
      let written = 0;
      for (const [deviceId, hours] of byDevice(due)) {
        if (this.#stopping) return false;
        if ((this.#failed.get(deviceId) ?? 0) > now - afterErrorMs) continue;
        written += await this.#writeDevice(client, deviceId, hours);
      }
      if (now - this.#tidied >= tidyEveryMs) {
        this.#tidied = now;
        await dropOldPartitions(client, this.#retention, now, this.#log);
      }
      return written > 0 && due.length === hoursAtOnce;
    } finally {
      client.release();
    }
  }

  async #writeDevice(client: pg.PoolClient, deviceId: DeviceId, hours: readonly store.OwedHour[]): Promise<number> {
    if (!(await store.takeDevice(client, deviceId))) return 0;
    let written = 0;
    try {
      const device = new DeviceHours(client, deviceId, this.#ports);
      await device.prepare();
      for (const hour of hours) {
        await device.write(hour);
        written++;
        if (this.#stopping) break;
      }
      this.#failed.delete(deviceId);
    } catch (error) {
      this.figures.failed++;
      this.#failed.set(deviceId, this.#ports.now());
      this.#log.error('An hour could not be written', { deviceId, error });
    } finally {
      this.figures.hours += written;
      this.figures.lastAt = this.#ports.now();
      await store.freeDevice(client, deviceId).catch(() => {});
    }
    return written;
  }
}

function byDevice(due: readonly store.OwedHour[]): Map<DeviceId, store.OwedHour[]> {
  const devices = new Map<DeviceId, store.OwedHour[]>();
  for (const hour of due) {
    const hours = devices.get(hour.deviceId);
    if (hours) hours.push(hour);
    else devices.set(hour.deviceId, [hour]);
  }
  return devices;
}
