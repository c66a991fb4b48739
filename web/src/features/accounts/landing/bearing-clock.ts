import { createStore } from '../../../ui/store.ts';
import { alarmMoment, type BearingMoment, bearingAt } from './bearing.ts';

const tickMs = 100;

/** Publishes the moments of the animation; stops while it is paused or hidden, and with reduced motion. */
export class BearingClock {
  private readonly now: () => number;
  private readonly moment = createStore<BearingMoment>(alarmMoment);
  readonly current = this.moment.get;
  readonly subscribe = this.moment.subscribe;
  private elapsedMs = 0;
  private lastMs = 0;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(now: () => number) {
    this.now = now;
  }

  start(): void {
    if (this.timer !== null) return;
    this.lastMs = this.now();
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private tick(): void {
    const now = this.now();
    // A tab that was suspended continues where it stopped.
    this.elapsedMs += Math.min(now - this.lastMs, 5 * tickMs);
    this.lastMs = now;
    this.moment.set(bearingAt(this.elapsedMs));
  }
}
