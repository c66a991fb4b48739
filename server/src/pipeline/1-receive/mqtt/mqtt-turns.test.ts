import { expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { inTurn, type Turns } from './mqtt-turns.ts';

it('keeps the order of arrival, whatever order simultaneous timers fire in', () => {
  const clock = drivenClock(100);
  const timers: (() => void)[] = [];
  const backwards = {
    ...clock,
    now: () => clock.now(),
    after: (_ms: number, fn: () => void) => {
      timers.unshift(fn);
      return () => {};
    },
  };
  const turns: Turns = { notBefore: 150, waiting: [] };
  const ran: number[] = [];
  inTurn(backwards, turns, () => ran.push(1));
  clock.advanceTo(110);
  inTurn(backwards, turns, () => ran.push(2));
  turns.notBefore = 160;
  inTurn(backwards, turns, () => ran.push(3));
  expect(ran).toEqual([]);
  for (const at of [150, 160]) {
    clock.advanceTo(at);
    for (const run of timers.splice(0)) run();
  }
  expect(ran).toEqual([1, 2, 3]);
  turns.notBefore = 160;
  inTurn(backwards, turns, () => ran.push(4));
  expect(ran).toEqual([1, 2, 3, 4]);
});
