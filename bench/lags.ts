const mostMs = 20_000;

/** What crosses between processes: how often each whole millisecond was seen. */
export type LagCounts = readonly (readonly [ms: number, times: number])[];

/** Delays counted by the whole millisecond, so that half an hour of them costs no more than a minute. */
export class Lags {
  readonly #times = new Map<number, number>();
  #count = 0;

  add(ms: number, times = 1): void {
    const roundedMs = Math.min(mostMs, Math.max(0, Math.round(ms)));
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

  /** Gives what was counted and begins anew. */
  take(): LagCounts {
    const counts = [...this.#times];
    this.#times.clear();
    this.#count = 0;
    return counts;
  }
}
