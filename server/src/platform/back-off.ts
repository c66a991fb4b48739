/** How long a client waits between attempts, in ms. */
export interface BackOffBounds {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Exponential back-off: each step doubles up to `longestMs`; the delay is random between half of the step and the
 * whole, so that many clients of one peer do not return together.
 */
export class BackOff {
  readonly #bounds: BackOffBounds;
  readonly #random: () => number;
  #stepMs: number;

  constructor(bounds: BackOffBounds, random: () => number = Math.random) {
    this.#bounds = bounds;
    this.#random = random;
    this.#stepMs = bounds.firstMs;
  }

  /** The delay before the next attempt. */
  next(): number {
    const stepMs = this.#stepMs;
    this.#stepMs = Math.min(stepMs * 2, this.#bounds.longestMs);
    return Math.round(stepMs * (0.5 + this.#random() / 2));
  }

  /** Call when the peer works again: the next delay is a first one. */
  reset(): void {
    this.#stepMs = this.#bounds.firstMs;
  }
}
