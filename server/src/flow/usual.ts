/**
 * How often a device usually speaks (decisions.md 5, Silence). By receive time for the live device, by its own time where
 * history is read anew.
 */
const gapsKept = 20;
const gapsNeeded = 5;
const usualAtFirst = 60_000;
/** No device is called offline after less than this. */
export const leastOfflineMs = 60_000;

/** Keeps the last 20 gaps. */
export function addGap(gaps: number[], gap: number): void {
  if (gaps.length === gapsKept) gaps.shift();
  gaps.push(Math.max(0, gap));
}

/** The median of the gaps, at least 1 s; 60 s until there are 5. */
export function usualInterval(gaps: readonly number[]): number {
  if (gaps.length < gapsNeeded) return usualAtFirst;
  const sorted = [...gaps].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const median = sorted.length % 2 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0)) / 2;
  return Math.max(1_000, median);
}

/** Offline after three usual intervals, at least 60 s. */
export const offlineAfter = (usualMs: number): number => Math.max(3 * usualMs, leastOfflineMs);
