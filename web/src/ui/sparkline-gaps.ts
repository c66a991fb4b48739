/**
 * What a sparkline shows as missing: between points the same gaps as the graphs, longer than the offline time (3 usual
 * intervals, at least 60 s); at its end stale values, older than two intervals. A value of a device that reports by
 * exception holds.
 */
export const gapsOf = (
  usualIntervalMs: number,
  holds: boolean,
): { readonly gapMs: number; readonly staleMs: number } => {
  if (holds) return { gapMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY };
  const usual = Math.max(usualIntervalMs, 1_000);
  return { gapMs: Math.max(60_000, 3 * usual), staleMs: 2 * usual + 1_000 };
};
