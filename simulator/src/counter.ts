/**
 * The up/down counter by which the devices debounce: it counts down while tripped and back up while clear; the alarm
 * begins at 0 and ends when the counter is full again.
 */
export class UpDownCounter {
  readonly fullMs: number;
  #leftMs: number;
  #alarm = false;

  constructor(fullMs: number) {
    this.fullMs = fullMs;
    this.#leftMs = fullMs;
  }

  get alarm(): boolean {
    return this.#alarm;
  }

  /** The condition held for the last `dtMs`. */
  step(tripped: boolean, dtMs: number): boolean {
    this.#leftMs = tripped ? Math.max(0, this.#leftMs - dtMs) : Math.min(this.fullMs, this.#leftMs + dtMs);
    if (tripped && this.#leftMs === 0) this.#alarm = true;
    else if (!tripped && this.#leftMs === this.fullMs) this.#alarm = false;
    return this.#alarm;
  }

  reset(): void {
    this.#leftMs = this.fullMs;
    this.#alarm = false;
  }
}
