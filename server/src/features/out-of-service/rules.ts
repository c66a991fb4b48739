import { type OutOfServiceInput, reviewAtMostDays, reviewUsuallyDays } from '@tocsin/contract/out-of-service';
import { badField } from '../../platform/errors.ts';
import { fromWall, offsetMinutes, parseTime } from '../../platform/zoned-time.ts';

const dayMs = 24 * 3_600_000;
/** Reminders are mailed at this hour of the site's zone. */
const reminderHour = 7;

const wallOf = (ms: number, zone: string): number => ms + offsetMinutes(ms, zone) * 60_000;
const dayOf = (ms: number, zone: string): number => Math.floor(wallOf(ms, zone) / dayMs);

export interface SettledOutOfService {
  /** Empty: no reason given. */
  readonly reason: string;
  /** Unix ms. */
  readonly reviewAt: number;
}

/**
 * Reason and review date as stored. A date means its beginning in the site's zone; without one the review is due at the
 * beginning of the day in 7 days. Throws 400 at `review_at` unless it lies ahead, on one of the next 90 days.
 */
export function settle(input: OutOfServiceInput, zone: string, now: number): SettledOutOfService {
  const reason = input.reason ?? '';
  const today = dayOf(now, zone);
  if (input.review_at === null || input.review_at === undefined)
    return { reason, reviewAt: fromWall((today + reviewUsuallyDays) * dayMs, zone) };
  const reviewAt = parseTime(input.review_at, zone);
  if (reviewAt === null) throw badField('review_at', 'Enter a valid date/time.');
  if (reviewAt <= now) throw badField('review_at', 'The review date must be in the future.');
  if (!Number.isFinite(reviewAt) || dayOf(reviewAt, zone) - today > reviewAtMostDays)
    throw badField('review_at', `The review date may be at most ${reviewAtMostDays} days ahead.`);
  return { reason, reviewAt };
}

/**
 * The first reminder at or after a moment (unix ms): 07:00 by the site's clock, or the first moment after it that
 * exists. Each day has exactly one, also when the clocks change.
 */
export function reminderAtOrAfter(ms: number, zone: string): number {
  const day = dayOf(ms, zone);
  for (const ahead of [0, 1, 2]) {
    const at = fromWall((day + ahead) * dayMs + reminderHour * 3_600_000, zone);
    if (at >= ms) return at;
  }
  throw new Error(`no ${reminderHour}:00 in ${zone}`);
}
