import type { Trx } from '../../platform/db.ts';
import { checkConditions, withUnits } from './conditions.ts';
import type { SensorList } from './list.ts';
import { shownSensorsOf } from './present.ts';
import type { RulePlan, StoredRule } from './warnings.ts';

/**
 * The plan with the units of its new rules. Refuses new rules that cannot be evaluated, with the field and `index` of
 * the first one.
 */
export async function checkedPlan(
  trx: Trx,
  deviceId: number,
  stored: readonly StoredRule[],
  plan: RulePlan,
  list?: SensorList,
): Promise<RulePlan> {
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const kept = plan.keep.flatMap(({ id }) => byId.get(id) ?? []);
  const sensors = await shownSensorsOf(trx, deviceId, list);
  const add = plan.add.map((rule) => withUnits(rule, sensors));
  checkConditions([...kept, ...add], add, sensors);
  return { ...plan, add };
}
