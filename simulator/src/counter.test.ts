import { describe, expect, it } from 'vitest';
import { UpDownCounter } from './counter.ts';

describe('the up/down counter', () => {
  it('does not alarm before the condition has held for the whole delay', () => {
    const counter = new UpDownCounter(1_000);
    expect(counter.step(true, 900)).toBe(false);
    expect(counter.step(true, 100)).toBe(true);
  });

  it('adds up short contacts that a restarted timer would miss', () => {
    const counter = new UpDownCounter(1_000);
    const turns = [true, false, true, false, true].map((tripped) => counter.step(tripped, tripped ? 600 : 400));
    expect(turns).toEqual([false, false, false, false, true]);
  });

  it('keeps the alarm until the counter is full again', () => {
    const counter = new UpDownCounter(1_000);
    counter.step(true, 1_000);
    expect(counter.step(false, 900)).toBe(true);
    expect(counter.step(true, 300)).toBe(true);
    expect(counter.step(false, 300)).toBe(true);
    expect(counter.step(false, 100)).toBe(false);
  });
});
