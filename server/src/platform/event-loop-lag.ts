import { monitorEventLoopDelay } from 'node:perf_hooks';

const minuteMs = 60_000;
const resolutionMs = 20;

/** Measures the delay of the main thread's event loop over the last whole minute; every frame is processed on it. */
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

  /** 99th percentile of the loop's delay, the larger of the last and the current minute. */
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
