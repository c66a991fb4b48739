import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WarningRule } from '../catalog.ts';
import { HourEvaluation, hour, isEvaluated } from '../testing/hour-evaluation.ts';
import { minute, plugged, rule, withRules } from '../testing/rule-bench.ts';
import { noon, type TestPipeline } from '../testing/test-device.ts';
import { saveState } from './evaluation-state.ts';
import { loadHour } from './hour-replay.ts';
import { type RuleWindow, risePerMinute, saveWindows, span } from './rule-windows.ts';

const everyKind: readonly WarningRule[] = [
  rule({ kind: 'rise', windowMs: 3 * minute }, { id: 1, value: 2, delayMs: 20_000 }),
  rule({ kind: 'flat', windowMs: 4 * minute }, { id: 2, sign: '<', value: 1 }),
  rule({ kind: 'difference', reference: '4.4001', deadband: 3, offDelayMs: 40_000 }, { id: 3, value: 5 }),
  rule({ onlyWhile: { ...plugged, forMs: 50_000 }, deadband: 1 }, { id: 4, value: 50, delayMs: 30_000 }),
];

/** The same for a device that reports once a minute. */
const slowValues = [0.2, 9, 4, 50];
const slowKinds: readonly WarningRule[] = everyKind.map((one, i) => ({
  ...one,
  value: slowValues[i] ?? one.value,
  delayMs: one.delayMs * 3,
  ...(one.conditions ? { conditions: { ...one.conditions, windowMs: one.conditions.windowMs * 5 } } : {}),
}));

/** Windows without the arrival of their values, which differs for late ones. */
const timesAndValues = (windows: ReadonlyMap<number, RuleWindow>) =>
  [...windows.values()].map((window) => [risePerMinute(window), span(window), window.count, window.lastAt]);

describe('every kind', () => {
  const steps = fc.array(
    fc.record({
      values: fc.tuple(
        fc.integer({ min: 45, max: 55 }),
        fc.integer({ min: 45, max: 50 }),
        fc.integer({ min: 0, max: 1 }),
      ),
      every: fc.constantFrom(5_000, 10_000, 10_000, 10_000, 200_000),
      restart: fc.boolean(),
    }),
    { minLength: 30, maxLength: 60 },
  );

  it('has exactly the same events, counters and windows through restarts and take-overs', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const once = await withRules(everyKind);
        const often = await withRules(everyKind);
        for (const { values, every, restart } of plan) {
          await once.run([values], every);
          await often.run([values], every);
          // A restart excuses silence, which both must do at the same time.
          if (restart && every < minute) await often.bench.restart();
        }
        expect(often.warnings()).toEqual(once.warnings());
        expect(saveWindows(often.state().windows)).toBe(saveWindows(once.state().windows));
        expect(often.state().gates).toEqual(once.state().gates);
        expect(often.state().unevaluated).toEqual(once.state().unevaluated);
      }),
      { numRuns: Number(process.env.RUNS ?? 25) },
    );
  });

  it('has the same events however the frames were split into live and late ones', async () => {
    const minutes = 130;
    const hours = [noon, noon + hour, noon + 2 * hour];
    const plans = fc.array(
      fc.record({
        values: fc.tuple(
          fc.integer({ min: 45, max: 55 }),
          fc.integer({ min: 45, max: 50 }),
          fc.integer({ min: 0, max: 1 }),
        ),
        isLate: fc.boolean(),
      }),
      { minLength: minutes, maxLength: minutes },
    );
    const seen = new Set<string>();
    const edges = (bench: TestPipeline) =>
      bench.frameWriter.events
        .filter(isEvaluated)
        .map((event) => ({ edge: `${event.ruleId} ${event.type} ${(event.at - noon) / 1_000}`, late: event.late }));
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const whole = await withRules(slowKinds);
        const split = await withRules(slowKinds);
        const late: object[] = [];
        for (const [i, { values, isLate }] of plan.entries()) {
          const frame = { ts: noon + i * minute, seq: i, v: values };
          for (const { bench, settle } of [whole, split]) {
            bench.clock.advanceTo(frame.ts);
            await settle();
          }
          await whole.bench.send('data', frame);
          if (isLate && i < minutes - 1) late.push(frame);
          else await split.bench.send('data', frame);
        }
        await split.bench.send('data', late);
        const job = new HourEvaluation(split.bench);
        for (let round = 0; round < 4; round++) for (const t0 of hours) job.run(t0);
        for (const t0 of hours)
          expect(job.run(t0)).toMatchObject({ insert: [], ends: [], moves: [], remove: [], merges: [] });
        for (const { edge } of edges(whole.bench)) seen.add(edge.split(' ')[0] ?? '');
        const truth = new Set(edges(whole.bench).map(({ edge }) => edge));
        const found = edges(split.bench);
        expect([...truth].filter((edge) => !found.some((one) => one.edge === edge))).toEqual([]);
        // What was published live on incomplete data stays; nothing else differs.
        expect(found.filter(({ edge, late: isLate }) => isLate && !truth.has(edge))).toEqual([]);
        const complete = new HourEvaluation(whole.bench);
        for (const t0 of hours) complete.run(t0);
        const { windows } = loadHour(job.ends.get(noon + 2 * hour) ?? null).full.evaluation;
        expect(timesAndValues(windows)).toEqual(
          timesAndValues(loadHour(complete.ends.get(noon + 2 * hour) ?? null).full.evaluation.windows),
        );
      }),
      { numRuns: Number(process.env.RUNS ?? 15) },
    );
    expect([...seen].sort()).toEqual(['1', '2', '3', '4']);
  });

  it('is evaluated from a state of 1.0.0, which knows neither gates nor unevaluated rules', async () => {
    const { bench, run, state } = await withRules(everyKind);
    await run([[50, 40, 0]]);
    const saved: unknown[] = JSON.parse(saveState(state()));
    const stored = bench.frameWriter.deviceStates.get(bench.device.id);
    if (!stored) throw new Error('nothing was stored');
    const row = JSON.parse(stored.row.state);
    row.judged = JSON.stringify(saved.slice(0, 16));
    const old = { ...stored, row: { ...stored.row, state: JSON.stringify(row) } };
    bench.frameWriter.deviceStates.set(bench.device.id, old);
    bench.frameWriter.windows.clear();
    await bench.restart();
    expect([...state().gates]).toEqual([[4, { holds: null, ms: 0 }]]);
  });
});
