import { addGap, leastOfflineMs, offlineAfter, usualInterval } from '../usual.ts';

/** How often a device usually speaks, by the server's receive time (decisions.md 5, Silence). */
export interface SilenceState {
  /** The last 20 gaps in ms, oldest first. */
  readonly gaps: number[];
  /**
   * Arrival of the last live frame. An offline time is a gap like any other: the median bears one, and a device that
   * speaks every ten minutes would else never be known as such.
   */
  lastArrival: number | null;
  /** The median of the gaps, at least 1 s; 60 s until there are 5. */
  usualMs: number;
}

/** From the gaps (milliseconds) that were known before a restart; without any the usual interval is assumed. */
export function freshSilence(gaps: readonly number[] = [], lastArrival: number | null = null): SilenceState {
  return { gaps: [...gaps], lastArrival, usualMs: usualInterval(gaps) };
}

/** A live frame came. */
export function heard(silence: SilenceState, arrival: number): void {
  if (silence.lastArrival !== null) {
    addGap(silence.gaps, arrival - silence.lastArrival);
    silence.usualMs = usualInterval(silence.gaps);
  }
  silence.lastArrival = arrival;
}

/** How long a device may be silent before it is offline. */
export const offlineAfterMs = (silence: SilenceState): number => offlineAfter(silence.usualMs);

/** After a restart of the server a device has two of its intervals, and no less than its least offline time. */
export function graceMs(silence: SilenceState): number {
  return Math.max(2 * silence.usualMs, leastOfflineMs);
}
