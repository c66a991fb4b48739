import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { collectGarbageOnce } from './collect-once.ts';

afterEach(() => vi.useRealTimers());

it('frees unreferenced objects some seconds after the start', async () => {
  const left = new WeakRef({ of: 'the start' });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  collectGarbageOnce();
  // Within the turn in which it was created or read, a weak reference keeps its object alive.
  await nextTurn();
  vi.advanceTimersByTime(4_999);
  expect(left.deref()).toBeDefined();
  await nextTurn();
  vi.advanceTimersByTime(1);
  expect(left.deref()).toBeUndefined();
});
