import { priorities } from '@tocsin/contract/priority';
import type { ConditionsFields } from '@tocsin/contract/rule-conditions';
import { inUnits, type RulePlan, type StoredRule } from './warnings.ts';

type Rule = Omit<StoredRule, 'id' | 'likely_cause' | 'consequence' | 'what_to_do' | 'respond_within_minutes'>;

/** Whether a plan removes a rule, or replaces it by one that begins later, less often or with a lower priority. */
export function loosens(stored: readonly StoredRule[], plan: RulePlan): boolean {
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const isLowered = plan.keep.some(({ id, priority }) => isLower(priority, byId.get(id)?.priority ?? null));
  if (isLowered) return true;
  // Each new rule stands in for one removed rule at most.
  const added = [...plan.add];
  return plan.remove.some((id) => {
    const rule = byId.get(id);
    if (!rule) return false;
    const at = added.findIndex((candidate) => isAtLeastAsStrict(candidate, rule));
    if (at < 0) return true;
    added.splice(at, 1);
    return false;
  });
}

const rankOf = (priority: StoredRule['priority']): number => priorities.indexOf(priority ?? 'medium');
const isLower = (now: StoredRule['priority'], before: StoredRule['priority']): boolean => rankOf(now) > rankOf(before);

/** Whether a rule begins at least as early as another one in every case, and ends no earlier. */
function isAtLeastAsStrict(candidate: Rule, before: Rule): boolean {
  const rule = inUnits(
    candidate,
    () => before.unit ?? undefined,
    () => before.unit ?? undefined,
  );
  return (
    isSameQuantity(rule, before) &&
    (rule.unit === before.unit || before.unit === null) &&
    isLimitAtLeastAsStrict(rule, before) &&
    rule.delay_seconds <= before.delay_seconds &&
    rule.deadband >= before.deadband &&
    endsNoEarlier(rule, before) &&
    (rule.only_while === null || textOf(rule.only_while) === textOf(before.only_while)) &&
    !isLower(rule.priority, before.priority)
  );
}

/** Without an off-delay of its own, a rule ends after its delay: a shorter delay alone loosens nothing. */
function endsNoEarlier(rule: Rule, before: Rule): boolean {
  if (rule.off_delay_seconds === null && before.off_delay_seconds === null) return true;
  return (rule.off_delay_seconds ?? rule.delay_seconds) >= (before.off_delay_seconds ?? before.delay_seconds);
}

const isSameQuantity = (rule: Rule, before: Rule): boolean =>
  rule.path === before.path &&
  rule.sign === before.sign &&
  rule.kind === before.kind &&
  rule.window_seconds === before.window_seconds &&
  rule.reference === before.reference &&
  rule.absolute === before.absolute;

function isLimitAtLeastAsStrict(rule: Rule, before: Rule): boolean {
  // A flat rule begins when the sensor moved by at most its value.
  if (rule.kind === 'flat') return rule.value >= before.value;
  switch (rule.sign) {
    case '>':
      return rule.value <= before.value;
    case '<':
      return rule.value >= before.value;
    case '=':
      return rule.value === before.value;
    default:
      return rule.sign satisfies never;
  }
}

const textOf = (gate: ConditionsFields['only_while']): string => JSON.stringify(gate);
