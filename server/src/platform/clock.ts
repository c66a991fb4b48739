/** The only source of time, in unix milliseconds; tests use `drivenClock`. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `delayMs`; the returned function cancels it. Timers never keep the process alive. */
  after(delayMs: number, fn: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, fn) {
    // setTimeout accepts at most 2^31 - 1 ms and would fire at once beyond that.
    const timer = setTimeout(fn, Math.min(Math.max(delayMs, 0), 2_147_483_647));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface DrivenClock extends Clock {
  /** Moves time to `toMs`, firing due timers in order at their own time. */
  advanceTo(toMs: number): void;
}

/** A clock that only moves on request, for tests and simulations. */
export function drivenClock(startMs: number): DrivenClock {
  let now = startMs;
  let order = 0;
  const timers = new Map<number, { at: number; fn: () => void }>();
  return {
    now: () => now,
    after(delayMs, fn) {
      const key = order++;
      timers.set(key, { at: now + Math.max(delayMs, 0), fn });
      return () => timers.delete(key);
    },
    advanceTo(toMs) {
      for (;;) {
        let dueKey = -1;
        let dueAt = Number.POSITIVE_INFINITY;
        for (const [key, timer] of timers) {
          if (timer.at <= toMs && timer.at < dueAt) {
            dueAt = timer.at;
            dueKey = key;
          }
        }
        const due = timers.get(dueKey);
        if (!due) break;
        timers.delete(dueKey);
        now = Math.max(now, due.at);
        due.fn();
      }
      now = Math.max(now, toMs);
    },
  };
}
