import { expect, it } from 'vitest';
import { noon } from '../testing/test-device.ts';
import { messageCost, RateLimiter } from './rate-limiter.ts';

it('takes 100 frames a second, and 200 at once, of up to 1,000 sensors', () => {
  const limiter = new RateLimiter();
  for (let i = 0; i < 200; i++) {
    expect(limiter.take('a', noon)).toBe(0);
    limiter.charge('a', messageCost.frame(9_000));
  }
  expect(limiter.take('a', noon)).toBe(10);
  expect(limiter.take('a', noon + 10)).toBe(0);
  expect(limiter.take('b', noon)).toBe(0);
});

it('rations what messages cost, not their number', () => {
  const limiter = new RateLimiter();
  expect(limiter.take('a', noon)).toBe(0);
  // 1 kB that becomes 20,000 metrics and 1 MiB.
  limiter.charge('a', messageCost.sparkplug({ metrics: 20_000, bytes: 1024 * 1024 }));
  expect(limiter.take('a', noon)).toBe(660);
  expect(limiter.debt('a', noon)).toBe(650);
  expect(limiter.debt('a', noon + 650)).toBe(0);
  expect(limiter.take('a', noon + 660)).toBe(0);
});

it('makes nobody wait for longer than a minute', () => {
  const limiter = new RateLimiter();
  limiter.take('a', noon);
  for (let i = 0; i < 100; i++) limiter.charge('a', messageCost.birth(8 * 1024 * 1024));
  expect(limiter.debt('a', noon)).toBe(60_000);
});
