import { checkConditions } from '../conditions.ts';
import type { ShownSensor } from '../list.ts';
import { loosens } from '../loosening.ts';
import { planRules, type RulePlan, type SettledRow } from '../warnings.ts';
import { rescaledPaths } from './layout.ts';
import type { DeviceSettings } from './settings.ts';
import type { Wanted, WantedRule } from './wanted.ts';

/** How the rules of a device change. */
export interface RulesChange {
  readonly plan: RulePlan;
  readonly loosens: boolean;
  /** A sensor with rules gets another scale in the same step. */
  readonly isRescaled: boolean;
}

const rowOf = ({ id, replaces: _, ...rule }: WantedRule): SettledRow => ({ ...rule, ...(id === null ? {} : { id }) });

/**
 * Plans the rules that a device is to have. Rules of a rescaled sensor are always new ones, because their numbers have
 * another meaning; that counts as loosened.
 */
export function planWanted(settings: DeviceSettings, wanted: Wanted): RulesChange {
  const { rules: stored } = settings;
  const rows = (wanted.rules ?? stored.map((rule) => ({ ...rule, replaces: null }))).map(rowOf);
  const rescaled = new Set(wanted.types ? rescaledPaths(settings.types, wanted.types) : []);
  const touched = stored.filter((rule) => rescaled.has(rule.path));
  if (touched.length === 0) {
    const plan = planRules(stored, rows);
    return { plan, loosens: loosens(stored, plan), isRescaled: false };
  }
  const others = stored.filter((rule) => !rescaled.has(rule.path));
  const plan = planRules(others, rows, stored);
  const remove = [...plan.remove, ...touched.map((rule) => rule.id)];
  return { plan: { ...plan, remove, isChange: true }, loosens: true, isRescaled: true };
}

/** Refuses a plan whose new rules cannot be evaluated, with the `index` of the first one among the wanted rules. */
export function checkWanted(plan: RulePlan, wanted: Wanted, shown: ReadonlyMap<string, ShownSensor>): void {
  checkConditions(wanted.rules ?? [], plan.add, shown);
}
