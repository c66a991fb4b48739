import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walkedSteps } from './testing/reference-timeline.ts';
import { type PlannedStep, plannedStep, type RoundPlan, usedUpAt } from './timeline.ts';

const plans: fc.Arbitrary<RoundPlan> = fc
  .record({
    first: fc.integer({ min: 0, max: 90 }),
    gaps: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 9 }),
    repeats: fc.integer({ min: 0, max: 5 }),
    repeatAfterMinutes: fc.integer({ min: 1, max: 240 }),
  })
  .map(({ first, gaps, repeats, repeatAfterMinutes }) => {
    const afterMinutes = [first];
    for (const gap of gaps) afterMinutes.push((afterMinutes.at(-1) ?? 0) + gap);
    return { afterMinutes, repeats, repeatAfterMinutes };
  });

/** Every step of a policy that started at a moment. */
function plannedSteps(plan: RoundPlan, startedAt: number): readonly PlannedStep[] {
  const steps: PlannedStep[] = [];
  for (let n = 0; ; n++) {
    const step = plannedStep(plan, startedAt, n);
    if (step === null) return steps;
    steps.push(step);
  }
}

it('plans what a person with a watch would do, for 10,000 random policies', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 0, max: 4_000_000_000_000 }), (plan, startedAt) => {
      const walked = walkedSteps(plan, startedAt);
      expect(plannedSteps(plan, startedAt)).toEqual(walked.steps);
      expect(usedUpAt(plan, startedAt)).toBe(walked.end);
    }),
    { numRuns: 10_000 },
  );
});

it('has no step after the last round', () => {
  const plan = { afterMinutes: [0, 5], repeats: 1, repeatAfterMinutes: 10 };
  expect(plannedStep(plan, 0, 3)?.at).toBe(20 * 60_000);
  expect(plannedStep(plan, 0, 4)).toBeNull();
  expect(usedUpAt(plan, 0)).toBe(30 * 60_000);
});
