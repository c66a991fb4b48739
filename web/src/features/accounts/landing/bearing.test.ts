import { describe, expect, it } from 'vitest';
import {
  alarmMoment,
  bearingAt,
  celsiusAt,
  clockText,
  cycleMs,
  limits,
  minuteOf,
  phasesMs,
  stateOf,
} from './bearing.ts';

describe('the bearing of the drawing', () => {
  it('begins and ends its hour at the specified temperatures', () => {
    expect(celsiusAt(0)).toBeCloseTo(41, 6);
    expect(celsiusAt(60)).toBeCloseTo(84.2, 6);
  });

  it('only warms up during the rise', () => {
    const from = phasesMs.hold + phasesMs.fade;
    let last = 0;
    for (let t = from; t < cycleMs; t += 100) {
      const { celsius } = bearingAt(t);
      expect(celsius).toBeGreaterThan(last);
      last = celsius;
    }
  });

  it('warns at its warning limit and raises the alarm at its alarm limit', () => {
    expect(stateOf(limits.warning - 0.01)).toBe('ok');
    expect(stateOf(limits.warning)).toBe('warning');
    expect(stateOf(limits.alarm)).toBe('alarm');
    expect(celsiusAt(minuteOf(limits.alarm))).toBeCloseTo(limits.alarm, 6);
    expect(minuteOf(limits.warning)).toBeLessThan(minuteOf(limits.alarm));
  });

  it('holds the alarm for six seconds, then fades back', () => {
    expect(bearingAt(0)).toEqual(alarmMoment);
    expect(bearingAt(5_999)).toEqual(alarmMoment);
    expect(bearingAt(phasesMs.hold + phasesMs.fade - 1).presence).toBeLessThan(0.01);
    expect(bearingAt(phasesMs.hold + phasesMs.fade).celsius).toBeCloseTo(41, 1);
  });

  it('returns to its starting state', () => {
    expect(bearingAt(cycleMs)).toEqual(bearingAt(0));
    expect(bearingAt(cycleMs * 7 + 8_000)).toEqual(bearingAt(8_000));
  });

  it('shows the minutes of its hour as clock time', () => {
    expect(clockText(0)).toBe('13:30');
    expect(clockText(60)).toBe('14:30');
    expect(clockText(minuteOf(limits.alarm))).toBe('14:23');
  });
});
