const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

interface BackOff {
  /** After the first failed attempt, the second and so on; the last one repeats. */
  readonly delaysMs: readonly number[];
  /** A delay is longer by up to this share, so that many do not return together. */
  readonly spread: number;
  /** Most that a receiver that asks for time can hold back what it never sees. */
  readonly longestAskedMs: number;
  /** Not tried again later than this after it was written. */
  readonly givenUpAfterMs: number;
}

/** A person waits for these: tried often, at first within seconds. */
const direct: BackOff = {
  delaysMs: [5 * secondMs, 15 * secondMs, 30 * secondMs, minuteMs, 2 * minuteMs],
  spread: 0,
  longestAskedMs: hourMs,
  givenUpAfterMs: 24 * hourMs,
};

/** When each channel tries again. A push or an SMS is stale long before it is given up (direct-channel.ts). */
export const backOffs = {
  mail: {
    delaysMs: [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs],
    spread: 0,
    longestAskedMs: 0,
    givenUpAfterMs: 24 * hourMs,
  },
  push: direct,
  sms: direct,
  personalWebhook: direct,
  webhook: {
    delaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs],
    spread: 0.1,
    longestAskedMs: hourMs,
    givenUpAfterMs: 24 * hourMs,
  },
} as const satisfies Readonly<Record<string, BackOff>>;

/** When to try again after a number of failed attempts, in unix ms; null: it is given up. */
export function nextAttemptAt(
  channel: keyof typeof backOffs,
  attempts: number,
  times: { readonly createdAt: number; readonly now: number; readonly retryAfterMs: number | null },
  random: () => number = () => 0,
): number | null {
  const { delaysMs, spread, longestAskedMs, givenUpAfterMs }: BackOff = backOffs[channel];
  const step = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0] ?? minuteMs;
  const delay = Math.round(step * (1 + random() * spread));
  const at = times.now + Math.max(delay, Math.min(times.retryAfterMs ?? 0, longestAskedMs));
  return at > times.createdAt + givenUpAfterMs ? null : at;
}
