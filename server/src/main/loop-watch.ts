import { monitorEventLoopDelay } from 'node:perf_hooks';

const minuteMs = 60_000;
const resolutionMs = 20;

/** How late the line's thread runs its work, over the last whole minute: everything of a frame happens on it. */
export class LoopWatch {
  #now: ReturnType<typeof monitorEventLoopDelay> | null = null;
  #lastMs = 0;
  #timer: NodeJS.Timeout | null = null;

  start(): void {
    this.#begin();
    this.#timer = setInterval(() => {
      this.#lastMs = this.#p99();
      this.#begin();
    }, minuteMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#now?.disable();
  }

  /** 99 of 100 turns of the loop were at most so late, the worse of the last minute and the one that runs. */
  get delayMs(): number {
    return Math.max(this.#lastMs, this.#p99());
  }

  #begin(): void {
    this.#now?.disable();
    this.#now = monitorEventLoopDelay({ resolution: resolutionMs });
    this.#now.enable();
  }

  #p99(): number {
    // The histogram measures the whole interval between two of its own ticks.
    return this.#now && this.#now.count > 0 ? Math.max(0, this.#now.percentile(99) / 1e6 - resolutionMs) : 0;
  }
}
