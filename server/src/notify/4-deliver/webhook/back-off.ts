const minuteMs = 60_000;
const delaysMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs];
const givenUpAfterMs = 24 * 60 * minuteMs;

/**
 * When to try again after a failed attempt, in unix ms: 5 s, 30 s, 2, 10, 30 and then every 60 minutes, up to a tenth
 * later, so that many do not return together, and never before the receiver asked for. Null: 24 hours are over.
 */
export function nextAttemptAt(
  attempts: number,
  times: { readonly createdAt: number; readonly now: number; readonly retryAfterMs: number | null },
  random: () => number,
): number | null {
  const step = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0] ?? 0;
  const at = times.now + Math.max(Math.round(step * (1 + random() / 10)), times.retryAfterMs ?? 0);
  return at > times.createdAt + givenUpAfterMs ? null : at;
}
