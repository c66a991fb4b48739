import type pg from 'pg';
import { hourMs } from '../../history/codec/hour.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { dayMs, dayOf } from '../../platform/partitions.ts';
import { frameDays, makeFrameDay } from './frame-partitions.ts';

/** Partitions are created for yesterday, today and this many days ahead. */
const daysAhead = 7;

/** The days with a partition of `frame`; partitions are created at start and every hour. */
export class FrameDays {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  #days = new Set<number>();
  #cancel: () => void = () => {};

  constructor(pool: pg.Pool, clock: Clock, log: Log) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.make();
    this.#next();
  }

  stop(): void {
    this.#cancel();
  }

  has(ts: number): boolean {
    return this.#days.has(dayOf(ts));
  }

  async make(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const today = dayOf(this.#clock.now());
      const there = await frameDays(client);
      for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) {
        if (!there.has(day)) await makeFrameDay(client, day);
        there.add(day);
      }
      this.#days = there;
    } finally {
      client.release();
    }
  }

  #next(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(hourMs, () => {
      this.make().catch((error) => this.#log.error('Could not create partitions', { error }));
      this.#next();
    });
  }
}
