import { expect, test } from 'vitest';
import { gapsOf } from './sparkline-gaps.ts';

test('points a minute apart are no gap for a device that now sends every 2 s; its last value is stale after 10 s', () => {
  expect(gapsOf(2_000, false)).toEqual({ gapMs: 60_000, staleMs: 11_000 });
  expect(gapsOf(60_000, false)).toEqual({ gapMs: 180_000, staleMs: 121_000 });
  expect(gapsOf(2_000, true).gapMs).toBe(Number.POSITIVE_INFINITY);
});
