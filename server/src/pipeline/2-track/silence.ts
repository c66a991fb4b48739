import { addGap, minOfflineMs, offlineAfter, reportInterval, usualAtFirst } from '../report-interval.ts';

/** A device's report interval, measured by the server's receive time. */
export interface SilenceState {
  /** The last 20 gaps in ms, oldest first. */
  readonly gaps: number[];
  /**
   * Arrival of the last live frame. An offline period counts as a gap too: the median tolerates one, and a device that
   * reports every ten minutes would otherwise never get a correct interval.
   */
  lastArrival: number | null;
  /** The median of the gaps, at least 1 s; 60 s until there are 5. */
  usualMs: number;
  /** What its type or map states, which counts until then. */
  statedMs: number;
}

/**
 * Restores the interval from gaps (milliseconds) measured before a restart; without gaps the default interval applies.
 */
export function freshSilence(gaps: readonly number[] = [], lastArrival: number | null = null): SilenceState {
  return { gaps: [...gaps], lastArrival, usualMs: reportInterval(gaps), statedMs: usualAtFirst };
}

/** Records the arrival of a live frame. */
export function heard(silence: SilenceState, arrival: number): void {
  if (silence.lastArrival !== null) {
    addGap(silence.gaps, arrival - silence.lastArrival);
    silence.usualMs = reportInterval(silence.gaps, silence.statedMs);
  }
  silence.lastArrival = arrival;
}

/** Sets the interval that counts until five gaps were measured; null: none is stated. */
export function stateInterval(silence: SilenceState, seconds: number | null): void {
  const statedMs = seconds === null ? usualAtFirst : seconds * 1_000;
  if (statedMs === silence.statedMs) return;
  silence.statedMs = statedMs;
  silence.usualMs = reportInterval(silence.gaps, statedMs);
}

/** Silence in milliseconds after which the device is offline. */
export const offlineAfterMs = (silence: SilenceState): number => offlineAfter(silence.usualMs);

/** Grace period after a restart in milliseconds: two of the device's intervals, at least its minimum offline time. */
export function graceMs(silence: SilenceState): number {
  return Math.max(2 * silence.usualMs, minOfflineMs);
}
