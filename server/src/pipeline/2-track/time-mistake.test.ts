import { expect, it } from 'vitest';
import { timeMistake } from './time-mistake.ts';

const now = Date.UTC(2026, 10, 27, 12);
const hour = 3_600_000;

it('says nothing of a right time, and nothing of a clock that is wrong by another amount', () => {
  for (const ts of [now, now + 4 * 60_000, now - 3 * hour, now + 47 * 60_000 + 150_000, now + 20 * hour, 12_000, 0])
    expect(timeMistake(ts, now)).toBeNull();
  // A clock that began in 1970 reads like seconds on one day of its life only.
  expect(timeMistake(30 * 24 * hour, now)).toBeNull();
});

it('names seconds, microseconds and nanoseconds', () => {
  expect(timeMistake(now / 1_000, now)).toBe(`ts is in seconds: send milliseconds since 1970, such as ${now}`);
  expect(timeMistake(now * 1_000 - 5_000, now)).toContain('in microseconds');
  expect(timeMistake(now * 1_000_000, now)).toContain('in nanoseconds');
});

it('names a local time ahead of UTC, in zones of half and quarter hours too', () => {
  expect(timeMistake(now + 2 * hour + 30_000, now)).toBe('ts is 2 h ahead, like a local time: send UTC');
  expect(timeMistake(now + 5.5 * hour, now)).toContain('5 h 30 min ahead');
  expect(timeMistake(now + 5.75 * hour, now)).toContain('5 h 45 min ahead');
});
