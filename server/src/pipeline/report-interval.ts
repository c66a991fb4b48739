/** How often a device usually reports: by receive time for live data, by its own time when history is re-evaluated. */
const gapsKept = 20;
const gapsNeeded = 5;
/** Until five gaps were measured, for a device of which nothing is known. */
export const usualAtFirst = 60_000;
/** Minimum offline time of any device. */
export const minOfflineMs = 60_000;

/** Appends a gap and keeps the last 20. */
export function addGap(gaps: number[], gap: number): void {
  if (gaps.length === gapsKept) gaps.shift();
  gaps.push(Math.max(0, gap));
}

/** The median of the gaps, at least 1 s; `atFirst` until there are 5. */
export function reportInterval(gaps: readonly number[], atFirst = usualAtFirst): number {
  if (gaps.length < gapsNeeded) return atFirst;
  const sorted = [...gaps].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const median = sorted.length % 2 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0)) / 2;
  return Math.max(1_000, median);
}

/** Offline time: three report intervals, at least 60 s. */
export const offlineAfter = (usualMs: number): number => Math.max(3 * usualMs, minOfflineMs);
