/** Counts requests by key over a sliding window and refuses what exceeds the limit. */
export interface RateLimiter {
  /**
   * Counts one request of `key`. Returns 0 when it is within `most`, otherwise the milliseconds to wait. A refused
   * request is not counted, so retries do not prolong the refusal.
   */
  take(key: string, most: number, now: number): number;
}

export interface RateLimiterOptions {
  readonly windowMs: number;
  /** Maximum keys in memory per window; beyond it the oldest key of the window is forgotten. */
  readonly maxKeys: number;
}

/**
 * A sliding window in constant memory: the count of the current window plus the share of the previous one that the
 * sliding window still covers. Unlike fixed windows it never admits twice the limit at a boundary.
 */
export const createRateLimiter = ({ windowMs, maxKeys }: RateLimiterOptions): RateLimiter => {
  let index = 0;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();

  const turnTo = (window: number): void => {
    if (window === index) return;
    previous = window === index + 1 ? current : new Map();
    current = new Map();
    index = window;
  };

  const count = (key: string, requests: number): void => {
    if (requests === 1 && current.size >= maxKeys) {
      const oldest = current.keys().next();
      if (!oldest.done) current.delete(oldest.value);
    }
    current.set(key, requests);
  };

  return {
    take(key, most, now) {
      turnTo(Math.floor(now / windowMs));
      const elapsed = now - index * windowMs;
      const before = previous.get(key) ?? 0;
      const requests = (current.get(key) ?? 0) + 1;
      if (before * (1 - elapsed / windowMs) + requests <= most) {
        count(key, requests);
        return 0;
      }
      // Within this window only the previous one fades; after its end this one does.
      const fades = requests <= most ? windowMs * (1 - (most - requests) / before) - elapsed : Number.POSITIVE_INFINITY;
      if (fades <= windowMs - elapsed) return Math.max(1, Math.ceil(fades));
      const left = windowMs - elapsed;
      return Math.max(1, Math.ceil(left + windowMs * Math.max(0, 1 - (most - 1) / (requests - 1))));
    },
  };
};
