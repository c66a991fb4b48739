import { describe, expect, it } from 'vitest';
import type { RuleSample } from '../../pipeline/rehearsal-types.ts';
import { KnownState } from './known-state.ts';

/** A plain rule with a delay of 10 s whose condition is false. */
const quiet: RuleSample = {
  quantity: 20,
  mayBeginFrom: Number.NEGATIVE_INFINITY,
  begins: false,
  keeps: false,
  delayMs: 10_000,
  offDelayMs: 10_000,
  memoryMs: 0,
  hasWindow: false,
};
const beginning = Number.NEGATIVE_INFINITY;

/** The state of a rule of which nothing is known, after frames every 2 s from `from` to `to`. */
const framed = (known: KnownState, from: number, to: number): void => {
  for (let at = from; at <= to; at += 2_000)
    if (known.isKnown) known.idle();
    else known.frame(at, 2_000, quiet);
};
const fromStart = (): KnownState => {
  const known = new KnownState();
  known.disturb(beginning, beginning, 'start');
  return known;
};

describe('an excluded span is named', () => {
  it('by the start until the counters are known', () => {
    const known = fromStart();
    framed(known, 0, 60_000);
    expect(known.finish(60_000)).toEqual([{ from: beginning, to: 10_000, reason: 'start' }]);
  });

  it('by a change of k, c or type before the counters were known', () => {
    const known = fromStart();
    for (let at = 0; at < 30_000; at += 2_000) {
      known.disturb(0, 30_000, 'scale');
      known.frame(at, 2_000, quiet);
    }
    framed(known, 30_000, 60_000);
    expect(known.finish(60_000)).toEqual([
      { from: beginning, to: 0, reason: 'start' },
      { from: 0, to: 38_000, reason: 'scale' },
    ]);
  });

  it('by each of two reasons that follow each other without a known moment between', () => {
    const known = fromStart();
    framed(known, 0, 20_000);
    known.disturb(20_000, 30_000, 'offline');
    known.disturb(32_000, 34_000, 'clock');
    framed(known, 34_000, 60_000);
    expect(known.finish(60_000).slice(1)).toEqual([
      { from: 20_000, to: 32_000, reason: 'offline' },
      { from: 32_000, to: 44_000, reason: 'clock' },
    ]);
  });

  it('by the first of two reasons at the same time, however often both are reported', () => {
    const known = fromStart();
    framed(known, 0, 20_000);
    for (let at = 22_000; at <= 40_000; at += 2_000) {
      known.disturb(20_000, 40_000, 'offline');
      known.disturb(24_000, 38_000, 'clock');
      known.frame(at, 2_000, quiet);
    }
    framed(known, 42_000, 60_000);
    expect(known.finish(60_000).slice(1)).toEqual([{ from: 20_000, to: 48_000, reason: 'offline' }]);
  });
});
