import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

const windowMs = 60_000;
const limiter = (maxKeys = 100) => createRateLimiter({ windowMs, maxKeys });

describe('the rate limiter', () => {
  it('admits as many calls as the limit, returns the time to wait, and admits the next one afterwards', () => {
    const { take } = limiter();
    for (let n = 0; n < 5; n++) expect(take('a', 5, 1000)).toBe(0);
    const waitMs = take('a', 5, 1000);
    expect(waitMs).toBeGreaterThan(0);
    expect(take('a', 5, 1000 + waitMs - 2)).toBeGreaterThan(0);
    expect(take('a', 5, 1000 + waitMs)).toBe(0);
  });

  it('returns a sufficient wait for any sequence of calls', () => {
    for (const [most, at] of [
      [1, 0],
      [1, 59_999],
      [3, 30_000],
      [60, 59_000],
      [200, 12_345],
    ] as const) {
      const { take } = limiter();
      for (let n = 0; n < most; n++) take('a', most, at);
      const waitMs = take('a', most, at);
      expect(waitMs, `${most} at ${at}`).toBeGreaterThan(0);
      expect(take('a', most, at + waitMs), `${most} at ${at}`).toBe(0);
    }
  });

  it('never lets more than the limit through around the turn of a window', () => {
    const { take } = limiter();
    let passed = 0;
    for (let at = windowMs - 500; at < windowMs + 500; at += 10) passed += take('a', 30, at) === 0 ? 1 : 0;
    expect(passed).toBeLessThanOrEqual(31);
  });

  it('does not count refused calls', () => {
    const { take } = limiter();
    for (let n = 0; n < 500; n++) take('a', 2, 10);
    expect(take('a', 2, 2 * windowMs)).toBe(0);
  });

  it('counts each key by itself and forgets the oldest beyond its capacity', () => {
    const { take } = limiter(3);
    for (const key of ['a', 'b', 'c', 'd']) expect(take(key, 1, 0)).toBe(0);
    expect(take('d', 1, 0)).toBeGreaterThan(0);
    expect(take('a', 1, 0)).toBe(0);
  });

  it('starts again when the clock steps back', () => {
    const { take } = limiter();
    take('a', 1, 10 * windowMs);
    expect(take('a', 1, windowMs)).toBe(0);
  });
});
