/** How often a device usually speaks, by the server's receive time (decisions.md 5, Silence). */
export interface SilenceState {
  /** The last 20 gaps in ms, oldest first. */
  readonly gaps: number[];
  /** Arrival of the last live frame; null before the first and after an offline time, whose gap says nothing. */
  lastArrival: number | null;
  /** The median of the gaps, at least 1 s; 60 s until there are 5. */
  usualMs: number;
}

const gapsKept = 20;
const gapsNeeded = 5;
const usualAtFirst = 60_000;
const leastOffline = 60_000;

export function freshSilence(gaps: readonly number[] = [], lastArrival: number | null = null): SilenceState {
  const silence = { gaps: [...gaps], lastArrival, usualMs: usualAtFirst };
  silence.usualMs = usual(silence.gaps);
  return silence;
}

/** A live frame came. */
export function heard(silence: SilenceState, arrival: number): void {
  if (silence.lastArrival !== null) {
    if (silence.gaps.length === gapsKept) silence.gaps.shift();
    silence.gaps.push(Math.max(0, arrival - silence.lastArrival));
    silence.usualMs = usual(silence.gaps);
  }
  silence.lastArrival = arrival;
}

/** Offline after three usual intervals, at least 60 s. */
export function offlineAfterMs(silence: SilenceState): number {
  return Math.max(3 * silence.usualMs, leastOffline);
}

/** After a restart of the server a device has two of its intervals, and no less than its least offline time. */
export function graceMs(silence: SilenceState): number {
  return Math.max(2 * silence.usualMs, leastOffline);
}

function usual(gaps: readonly number[]): number {
  if (gaps.length < gapsNeeded) return usualAtFirst;
  const sorted = [...gaps].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const median = sorted.length % 2 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0)) / 2;
  return Math.max(1_000, median);
}
