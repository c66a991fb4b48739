import { staleAfterMs } from '@tocsin/contract/status';

/**
 * What a sparkline shows as missing: gaps longer than the offline time (3 usual intervals, at least 60 s), as in the
 * graphs, and at its end a value that is stale (older than two intervals, at least 10 s). Values of devices that report by exception
 * hold.
 */
export const gapsOf = (
  usualIntervalMs: number,
  holds: boolean,
): { readonly gapMs: number; readonly staleMs: number } => {
  if (holds) return { gapMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY };
  return { gapMs: Math.max(60_000, 3 * usualIntervalMs), staleMs: staleAfterMs(usualIntervalMs) + 1_000 };
};
