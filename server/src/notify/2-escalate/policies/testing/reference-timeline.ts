import type { PlannedStep, RoundPlan } from '../timeline.ts';

/**
 * The same plan, walked minute by minute as a person with a watch would: a round begins, each step comes when its
 * minute has passed, and the next round begins a pause after the last step. Slow; only tests compare with it.
 */
export function walkedSteps(
  plan: RoundPlan,
  startedAt: number,
): { readonly steps: PlannedStep[]; readonly end: number } {
  const steps: PlannedStep[] = [];
  let now = startedAt;
  for (let round = 0; round <= plan.repeats; round++) {
    let next = 0;
    for (let minutes = 0; ; minutes++) {
      while (plan.afterMinutes[next] === minutes) {
        steps.push({ n: steps.length, round, step: next, at: now });
        next++;
      }
      if (next === plan.afterMinutes.length) break;
      now += 60_000;
    }
    for (let pause = 0; pause < plan.repeatAfterMinutes; pause++) now += 60_000;
  }
  return { steps, end: now };
}
