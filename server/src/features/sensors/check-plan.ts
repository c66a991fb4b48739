import type { Trx } from '../../platform/audit.ts';
import { checkConditions } from './conditions.ts';
import { shownSensorsOf } from './present.ts';
import type { RulePlan, StoredRule } from './warnings.ts';

/** Refuses a plan whose new rules cannot be evaluated, with the field and `index` of the first one. */
export async function checkPlan(
  trx: Trx,
  deviceId: number,
  stored: readonly StoredRule[],
  plan: Pick<RulePlan, 'keep' | 'add'>,
): Promise<void> {
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const kept = plan.keep.flatMap(({ id }) => byId.get(id) ?? []);
  checkConditions([...kept, ...plan.add], plan.add, await shownSensorsOf(trx, deviceId));
}
