/** Length of a sparkline. */
export const ringSpanMs = 10 * 60_000;
const capacity = 450;
/** Points closer together than this are merged, so that fast devices fit; the merged point keeps an alarm and its value. */
const spacingMs = ringSpanMs / 400;

/** Flags of a point: it was in alarm, or in warning. */
export const FLAG_ALARM = 1;
export const FLAG_WARNING = 2;

/** The stored points of one sensor, oldest first; only the first `length` entries are valid. Times are unix milliseconds. */
export interface RingPoints {
  readonly length: number;
  readonly times: Float64Array;
  /** NaN: no value. */
  readonly values: Float64Array;
  readonly flags: Uint8Array;
}

/** Ring buffer with the last ten minutes of one sensor: the newest point overwrites the oldest. */
export class Ring {
  private times = new Float64Array(capacity);
  private values = new Float64Array(capacity);
  private flags = new Uint8Array(capacity);
  private start = 0;
  private count = 0;
  /** Increases with each change, so that a drawing can detect that it is outdated. */
  version = 0;

  private slot(index: number): number {
    return (this.start + index) % capacity;
  }

  get lastTime(): number {
    return this.count === 0 ? Number.NEGATIVE_INFINITY : (this.times[this.slot(this.count - 1)] ?? 0);
  }

  get firstTime(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : (this.times[this.start] ?? 0);
  }

  add(time: number, value: number, flag: number): void {
    if (time < this.lastTime) return;
    this.version++;
    const before = this.count > 1 ? (this.times[this.slot(this.count - 2)] ?? 0) : Number.NEGATIVE_INFINITY;
    const last = this.slot(this.count - 1);
    if (this.count > 1 && time - before < spacingMs && Number.isNaN(this.values[last] ?? 0) === Number.isNaN(value)) {
      this.times[last] = time;
      const kept = this.flags[last] ?? 0;
      if ((kept & ~flag) === 0) this.values[last] = value;
      this.flags[last] = kept | flag;
      return;
    }
    if (this.count === capacity) {
      this.start = this.slot(1);
      this.count--;
    }
    const at = this.slot(this.count);
    this.times[at] = time;
    this.values[at] = value;
    this.flags[at] = flag;
    this.count++;
  }

  /** Removes all points. */
  clear(): void {
    this.start = 0;
    this.count = 0;
    this.version++;
  }

  /** Inserts points from the graphs call before the received ones, and into gaps left by a lost socket. */
  fill(points: readonly (readonly [number, number, number])[]): void {
    const current = this.read();
    this.start = 0;
    this.count = 0;
    let at = 0;
    const addMine = (until: number): void => {
      for (; at < current.length && (current.times[at] ?? 0) <= until; at++)
        this.add(current.times[at] ?? 0, current.values[at] ?? Number.NaN, current.flags[at] ?? 0);
    };
    for (const [time, value, flag] of points) {
      addMine(time);
      if (time > this.lastTime) this.add(time, value, flag);
    }
    addMine(Number.POSITIVE_INFINITY);
    this.version++;
  }

  read(): RingPoints {
    const times = new Float64Array(this.count);
    const values = new Float64Array(this.count);
    const flags = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const at = this.slot(i);
      times[i] = this.times[at] ?? 0;
      values[i] = this.values[at] ?? Number.NaN;
      flags[i] = this.flags[at] ?? 0;
    }
    return { length: this.count, times, values, flags };
  }
}
