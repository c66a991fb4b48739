/** Simulated time in step with the wall clock, at any speed. */
export interface SimClock {
  now(): number;
}

export function createSimClock(options: { readonly startMs: number; readonly speed: number }): SimClock {
  const began = performance.now();
  return { now: () => Math.floor(options.startMs + (performance.now() - began) * options.speed) };
}

/** Calls `tick` every `everyMs` of the wall clock until `signal` ends it; a slow tick is waited for. */
export async function every(everyMs: number, signal: AbortSignal, tick: () => void | Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await tick();
    await pause(everyMs, signal);
  }
}

/** Resolves after `ms`, or at once when the signal ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
