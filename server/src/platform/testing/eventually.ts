import { vi } from 'vitest';

/**
 * Resolves with what `check` returns as soon as it no longer throws. It waits for as long as the test may run and gives up
 * just before the runner does (vitest.config.ts), so that a failure names the expectation that was never met.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 170_000, interval: 20 });
