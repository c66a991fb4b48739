import { expect, test } from 'vitest';
import { fullRangeOf } from './full-range.ts';

test('shows the hour around the requested time', () => {
  const at = Date.UTC(2026, 10, 20, 20, 36);
  const view = { kind: 'moment', timestamp: '2026-11-20 14:36:00' } as const;
  expect(fullRangeOf(view, { date: '2026-11-20', time: '14:36' }, 0, 'America/Chicago')).toEqual({
    from: at - 1_800_000,
    to: at + 1_800_000,
  });
});

test("predicts the whole slots of the server's answer, including the incomplete one", () => {
  const now = Date.UTC(2026, 10, 20, 20, 36, 25);
  expect(fullRangeOf({ kind: 'scale', scale: 'day' }, null, now, 'America/Chicago')).toEqual({
    from: Date.UTC(2026, 10, 19, 20, 37),
    to: Date.UTC(2026, 10, 20, 20, 37),
  });
  expect(fullRangeOf({ kind: 'scale', scale: 'live' }, null, now, 'America/Chicago').to).toBe(now);
});

test('a chosen range is widened to whole slots, as the server does', () => {
  const from = Date.UTC(2026, 10, 19, 20, 36, 25);
  expect(fullRangeOf({ kind: 'range', from, to: from + 86_400_000 }, null, 0, 'America/Chicago')).toEqual({
    from: Date.UTC(2026, 10, 19, 20, 36),
    to: Date.UTC(2026, 10, 20, 20, 37),
  });
});
