const maxMs = 20_000;

/** Sent between processes: the count of each whole millisecond. */
export type LagCounts = readonly (readonly [ms: number, times: number])[];

/** A histogram of delays in whole milliseconds; its size does not depend on the length of the run. */
export class Lags {
  readonly #times = new Map<number, number>();
  #count = 0;

  add(ms: number, times = 1): void {
    const roundedMs = Math.min(maxMs, Math.max(0, Math.round(ms)));
    this.#times.set(roundedMs, (this.#times.get(roundedMs) ?? 0) + times);
    this.#count += times;
  }

  addAll(counts: LagCounts): void {
    for (const [ms, times] of counts) this.add(ms, times);
  }

  get count(): number {
    return this.#count;
  }

  /** NaN when nothing was counted. */
  quantile(part: number): number {
    let left = Math.ceil(part * this.#count);
    for (const [ms, times] of [...this.#times].toSorted(([a], [b]) => a - b)) {
      left -= times;
      if (left <= 0) return ms;
    }
    return Number.NaN;
  }

  /** Returns the counts and clears them. */
  take(): LagCounts {
    const counts = [...this.#times];
    this.#times.clear();
    this.#count = 0;
    return counts;
  }
}
