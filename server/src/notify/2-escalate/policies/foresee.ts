import { type PlannedStep, plannedStep, type RoundPlan, usedUpAt } from './timeline.ts';

/** A step at the time when it comes, with the people it finds. */
export interface ForeseenStep<T> extends PlannedStep {
  readonly found: T;
}

/**
 * The steps of a policy whose event nobody acknowledges, in order, and the end of the last round. A step that reaches
 * nobody is followed at once by the next one of its round; the next round keeps its time.
 */
export function foreseenSteps<T>(
  plan: RoundPlan,
  startedAt: number,
  /** Whom a step, by its index in the policy, finds at a moment. */
  find: (step: number, at: number) => T,
  hasReached: (found: T) => boolean,
): { readonly steps: readonly ForeseenStep<T>[]; readonly end: number } {
  const steps: ForeseenStep<T>[] = [];
  /** When an earlier step of the round reached nobody; null: the last one reached somebody. */
  let silentSince: number | null = null;
  for (let n = 0; ; n++) {
    const planned = plannedStep(plan, startedAt, n);
    if (planned === null) return { steps, end: usedUpAt(plan, startedAt) };
    const at: number = silentSince === null ? planned.at : Math.min(planned.at, silentSince);
    const found = find(planned.step, at);
    steps.push({ ...planned, at, found });
    const isLastOfRound = planned.step === plan.afterMinutes.length - 1;
    silentSince = hasReached(found) || isLastOfRound ? null : at;
  }
}
