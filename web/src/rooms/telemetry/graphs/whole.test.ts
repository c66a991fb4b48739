import { expect, test } from 'vitest';
import { wholeOf } from './whole.ts';

test('shows the hour around the asked time', () => {
  const at = Date.UTC(2026, 10, 20, 20, 36);
  const look = { kind: 'moment', timestamp: '2026-11-20 14:36:00' } as const;
  expect(wholeOf(look, { date: '2026-11-20', time: '14:36' }, 0, 'America/Chicago')).toEqual({
    from: at - 1_800_000,
    to: at + 1_800_000,
  });
});

test('guesses the whole slots that the server will answer with, the one that is filling included', () => {
  const now = Date.UTC(2026, 10, 20, 20, 36, 25);
  expect(wholeOf({ kind: 'scale', scale: 'day' }, null, now, 'America/Chicago')).toEqual({
    from: Date.UTC(2026, 10, 19, 20, 37),
    to: Date.UTC(2026, 10, 20, 20, 37),
  });
  expect(wholeOf({ kind: 'scale', scale: 'live' }, null, now, 'America/Chicago').to).toBe(now);
});
