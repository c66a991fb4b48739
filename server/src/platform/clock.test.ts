import { expect, it } from 'vitest';
import { drivenClock } from './clock.ts';

it('fires due timers in order of their time, each at its own time', () => {
  const clock = drivenClock(1_000);
  const seen: string[] = [];
  clock.after(200, () => seen.push(`b ${clock.now()}`));
  clock.after(100, () => seen.push(`a ${clock.now()}`));
  clock.after(900, () => seen.push('too early'));
  clock.advanceTo(1_500);
  expect(seen).toEqual(['a 1100', 'b 1200']);
  expect(clock.now()).toBe(1_500);
});

it('fires a timer that a timer set, when it is due within the same step', () => {
  const clock = drivenClock(0);
  const seen: number[] = [];
  clock.after(10, () => clock.after(10, () => seen.push(clock.now())));
  clock.advanceTo(30);
  expect(seen).toEqual([20]);
});

it('never fires a cancelled timer', () => {
  const clock = drivenClock(0);
  const cancel = clock.after(10, () => expect.unreachable());
  cancel();
  clock.advanceTo(100);
});
