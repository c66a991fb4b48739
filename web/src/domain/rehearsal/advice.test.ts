import type { RuleAnswer } from '@tocsin/contract/rehearsal';
import { codeOf, gates, passedOf, type RehearsalSignal } from '@tocsin/contract/rehearsal-signal';
import { describe, expect, it } from 'vitest';
import { adviceFor } from './advice.ts';

const minute = 60_000;
const thresholds = [61, 62, 63, 64, 65, 66, 67];
const own = { value: 65, deadband: 0, delaySeconds: 0 };

/** The signal of a rule '> 65' whose sensor has each value for its number of seconds. */
function signalOf(...course: readonly (readonly [value: number, seconds: number])[]): RehearsalSignal {
  const steps = [0, ...course.slice(0, -1).map(([, seconds]) => seconds * 1_000)];
  return {
    sign: '>',
    thresholds,
    values: [65, 66, 67],
    deadbands: [0, 1, 2, 3],
    delays: [0, 20, 60, 300, 3_600],
    start: 0,
    end: course.reduce((sum, [, seconds]) => sum + seconds * 1_000, 0),
    steps: Uint32Array.from(steps),
    codes: Uint16Array.from(course, ([value]) => codeOf(passedOf(thresholds, '>', value), gates.open)),
  };
}
const run = { count: 0, total_ms: 0, spans: [], nearest_miss: null, unevaluated_ms: 0 };
const answer: RuleAnswer = {
  index: 0,
  sensor_id: '4.4000',
  name: 'Head bearing left',
  unit: 'C',
  before: null,
  after: run,
  alarms: [],
  acted_upon: [],
};
const range = (signal: RehearsalSignal) => ({ from: 0, to: signal.end });
const chatter = Array.from({ length: 12 }, (): [number, number][] => [
  [66, 16],
  [64, 16],
]).flat();
const warningOf = (at: number) => ({
  at,
  acknowledged_by: 'Petra Lind',
  acknowledged_after_ms: minute,
  comment: 'Greased',
  is_kept: true,
});

describe('advice is not given', () => {
  it('for a rule without warnings', () => {
    const signal = signalOf([60, 3_600]);
    expect(adviceFor(signal, own, null, answer, range(signal))).toBeNull();
  });

  it('when each warning was acted upon', () => {
    const signal = signalOf([60, 600], [66, 30], [60, 3_000], [66, 30], [60, 600]);
    const acted = { ...answer, acted_upon: [warningOf(600_000), warningOf(3_630_000)] };
    expect(adviceFor(signal, own, null, acted, range(signal))).toBeNull();
  });

  it('when each warning lasts longer than ten minutes', () => {
    const signal = signalOf([60, 600], [66, 700], [60, 3_000], [66, 700], [60, 600]);
    expect(adviceFor(signal, own, null, answer, range(signal))).toBeNull();
  });
});

describe('advice', () => {
  it('silences the chattering of scenario 2 and keeps the warning before its alarm', () => {
    const signal = signalOf([60, 60], ...chatter, [64, 156], [70, 60], [82, 60], [50, 600]);
    const alarm = { at: 682_400, before_lead_ms: 82_400, after_lead_ms: 82_400 };
    const advice = adviceFor(signal, own, null, { ...answer, alarms: [alarm] }, range(signal));
    expect(advice).toMatchObject({ before: 13, after: 1, settings: { value: 65 } });
  });

  it('keeps the warnings that people acted upon, and says how many', () => {
    const signal = signalOf([60, 60], ...chatter, [60, 600], [66, 90], [60, 600]);
    const at = 60_000 + 384_000 + 600_000;
    const before = { ...run, spans: [{ from: at, to: at + 90_000, extreme: 66 }], rule_id: 1, since: null };
    const acted = { ...answer, before, acted_upon: [warningOf(at)] };
    const advice = adviceFor(signal, own, null, acted, range(signal));
    expect(advice).toMatchObject({ before: 13, after: 1, actedUpon: 1, settings: { delaySeconds: 20 } });
  });

  it('never delays a warning by more than five minutes', () => {
    const signal = signalOf([60, 60], ...chatter, [60, 600]);
    expect(adviceFor(signal, own, null, answer, range(signal))?.settings.delaySeconds).toBeLessThanOrEqual(300);
  });
});
