import type { DeviceId } from '@tocsin/contract/ids';
import type { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { BackOff } from '../platform/back-off.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

export interface ActiveEventsDependencies {
  readonly pipeline: { readonly notifications: Pick<Pipeline['notifications'], 'news' | 'restore'> };
  readonly frameWriter: Pick<FrameWriter, 'loadActive'>;
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * Reloads active events from the database after messages of other processes may have been missed. While the database is
 * unavailable, one scheduled attempt covers all requests.
 */
export class ActiveEvents {
  readonly #dependencies: ActiveEventsDependencies;
  readonly #clock: Clock;
  readonly #backOff = new BackOff({ firstMs: 1_000, longestMs: 10_000 });
  #pending: Set<DeviceId> | 'all' = new Set();
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(dependencies: ActiveEventsDependencies) {
    this.#dependencies = dependencies;
    this.#clock = dependencies.clock ?? systemClock;
  }

  /** Resolves after one attempt; failures are retried. */
  async read(which: readonly DeviceId[] | 'all'): Promise<void> {
    const { pipeline, frameWriter, log } = this.#dependencies;
    const asOf = pipeline.notifications.news;
    try {
      const late = pipeline.notifications.restore(which, await frameWriter.loadActive(which), asOf);
      this.#backOff.reset();
      if (late.length > 0) await this.read(late);
    } catch (error) {
      log.warn('could not reload active events; retrying', { error });
      this.#again(which);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #again(which: readonly DeviceId[] | 'all'): void {
    if (which === 'all' || this.#pending === 'all') this.#pending = 'all';
    else for (const id of which) this.#pending.add(id);
    if (this.#stopped || this.#cancel) return;
    this.#cancel = this.#clock.after(this.#backOff.next(), () => {
      this.#cancel = null;
      const due = this.#pending;
      this.#pending = new Set();
      void this.read(due === 'all' ? 'all' : [...due]);
    });
  }
}
