import { keyLimits } from '@tocsin/contract/api-keys';
import { Refusal } from '../platform/errors.ts';

const minuteMs = 60_000;

/**
 * Counts each key's calls per minute and throws 429 with Retry-After beyond the limit. Each process counts by itself.
 */
export const createKeyRateLimiter = (now: () => number) => {
  let minute = 0;
  let calls = new Map<number, number>();
  return (keyId: number): void => {
    const at = now();
    const current = Math.floor(at / minuteMs);
    if (current !== minute) {
      minute = current;
      calls = new Map();
    }
    const n = (calls.get(keyId) ?? 0) + 1;
    calls.set(keyId, n);
    if (n <= keyLimits.perMinute) return;
    const retryAfterSeconds = ((current + 1) * minuteMs - at) / 1000;
    throw new Refusal('too-many', `An API key may call ${keyLimits.perMinute} times a minute.`, { retryAfterSeconds });
  };
};
