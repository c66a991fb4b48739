import type { PolicyValues, Step } from '@tocsin/contract/escalation';
import { priorityLevel } from '@tocsin/contract/priority';

/** Whether a changed policy notifies later, fewer people, less often, or about less than before. */
export function loosens(before: PolicyValues, after: PolicyValues): boolean {
  return (
    before.event_types.some((type) => !after.event_types.includes(type)) ||
    priorityLevel(after.least_priority) < priorityLevel(before.least_priority) ||
    coversLess(before.devices, after.devices) ||
    before.steps.some((step) => step.targets.some((target) => isLater(step, target, after.steps))) ||
    after.repeats < before.repeats ||
    (after.repeats > 0 && after.repeat_after_minutes > before.repeat_after_minutes) ||
    (before.goes_on_after_clearing && !after.goes_on_after_clearing)
  );
}

const coversLess = (before: readonly number[] | null, after: readonly number[] | null): boolean =>
  after !== null && (before === null || before.some((id) => !after.includes(id)));

/** Whether no step reaches the target as early, with at least the same demand. */
const isLater = (was: Step, target: Step['targets'][number], steps: readonly Step[]): boolean =>
  !steps.some(
    (step) =>
      step.after_minutes <= was.after_minutes &&
      (step.everybody || !was.everybody) &&
      step.targets.some(({ kind, id }) => kind === target.kind && id === target.id),
  );
