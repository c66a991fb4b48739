import { keyLimits } from '@tocsin/contract/api-keys';
import { describe, expect, it } from 'vitest';
import { createKeyRateLimiter } from './key-rate-limiter.ts';

describe('the rate limit of API keys', () => {
  it(`refuses more than ${keyLimits.perMinute} calls a minute with the time to wait, and affects no other key`, () => {
    let now = 45_000;
    const rateLimiter = createKeyRateLimiter(() => now);
    for (let n = 0; n < keyLimits.perMinute; n++) rateLimiter(1);
    expect(() => rateLimiter(1)).toThrow(
      expect.objectContaining({ code: 'too-many', more: { retryAfterSeconds: 15 } }),
    );
    expect(() => rateLimiter(2)).not.toThrow();
    now = 60_000;
    expect(() => rateLimiter(1)).not.toThrow();
  });
});
