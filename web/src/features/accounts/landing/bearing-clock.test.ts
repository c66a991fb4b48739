import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmMoment, phasesMs } from './bearing.ts';
import { BearingClock } from './bearing-clock.ts';

describe('the clock of the drawing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stays at the alarm until it is started', () => {
    const clock = new BearingClock(Date.now);
    vi.advanceTimersByTime(10_000);
    expect(clock.current()).toBe(alarmMoment);
  });

  it('emits nothing while the alarm is held, then every moment', () => {
    const clock = new BearingClock(Date.now);
    const listener = vi.fn();
    clock.subscribe(listener);
    clock.start();
    vi.advanceTimersByTime(phasesMs.hold - 100);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(phasesMs.fade + 1_000);
    expect(listener.mock.calls.length).toBeGreaterThan(20);
    expect(clock.current().state).toBe('ok');
    clock.stop();
  });

  it('continues where it was paused', () => {
    const clock = new BearingClock(Date.now);
    clock.start();
    vi.advanceTimersByTime(phasesMs.hold + phasesMs.fade + 3_000);
    const before = clock.current().minute;
    clock.stop();
    vi.advanceTimersByTime(60_000);
    clock.start();
    vi.advanceTimersByTime(100);
    expect(clock.current().minute).toBeGreaterThan(before);
    expect(clock.current().minute).toBeLessThan(before + 1);
    clock.stop();
  });

  it('leaves no timer behind', () => {
    const clock = new BearingClock(Date.now);
    clock.start();
    clock.start();
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
