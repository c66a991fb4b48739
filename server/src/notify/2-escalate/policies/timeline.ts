const minute = 60_000;

/** What decides when a policy notifies; frozen when it starts. */
export interface RoundPlan {
  /** Minutes after the beginning of a round, in order. */
  readonly afterMinutes: readonly number[];
  readonly repeats: number;
  /** From the last step of a round to the beginning of the next. */
  readonly repeatAfterMinutes: number;
}

/** A step by its place in all rounds, counted from 0. */
export interface PlannedStep {
  readonly n: number;
  readonly round: number;
  /** Index in the steps of the policy. */
  readonly step: number;
  /** Unix ms. */
  readonly at: number;
}

const roundMs = ({ afterMinutes, repeatAfterMinutes }: RoundPlan): number =>
  ((afterMinutes.at(-1) ?? 0) + repeatAfterMinutes) * minute;

/** The nth step over all rounds of a policy that started at a moment; null after the last one. */
export function plannedStep(plan: RoundPlan, startedAt: number, n: number): PlannedStep | null {
  const length = plan.afterMinutes.length;
  const round = Math.floor(n / length);
  const step = n % length;
  const after = plan.afterMinutes[step];
  if (after === undefined || round > plan.repeats) return null;
  return { n, round, step, at: startedAt + round * roundMs(plan) + after * minute };
}

/** When every round is over: `repeatAfterMinutes` after the last step, in which somebody could still acknowledge. */
export const usedUpAt = (plan: RoundPlan, startedAt: number): number => startedAt + (plan.repeats + 1) * roundMs(plan);
