import { alarmMoment, type BearingMoment, bearingAt } from './bearing.ts';

const tickMs = 100;

/** Emits the animation's moments while it is visible; stops while paused, hidden, or with reduced motion. */
export class BearingClock {
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;
  private moment: BearingMoment = alarmMoment;
  private elapsedMs = 0;
  private lastMs = 0;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(now: () => number) {
    this.now = now;
  }

  readonly current = (): BearingMoment => this.moment;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

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
    // A suspended tab continues where it stopped.
    this.elapsedMs += Math.min(now - this.lastMs, 5 * tickMs);
    this.lastMs = now;
    const next = bearingAt(this.elapsedMs);
    if (next === this.moment) return;
    this.moment = next;
    for (const listener of this.listeners) listener();
  }
}
