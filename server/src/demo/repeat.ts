import type { Clock } from '../platform/clock.ts';

interface Repeated {
  readonly clock: Clock;
  /** Pause before each round, in ms. */
  readonly everyMs: number;
  readonly round: () => Promise<void>;
  /** A round that failed; the next one follows all the same. */
  readonly failed: (error: unknown) => void;
}

/** Runs rounds one after the other. Returns the function that stops them and waits for the round in progress. */
export function repeat({ clock, everyMs, round, failed }: Repeated): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let cancel = (): void => {};
  const next = (): void => {
    if (isStopped) return;
    cancel = clock.after(everyMs, () => {
      running = round().catch(failed).then(next);
    });
  };
  next();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
