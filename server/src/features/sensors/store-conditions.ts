import type { ConditionsFields } from '@tocsin/contract/rule-conditions';
import { sql } from 'kysely';
import type { RuleConditions } from '../../pipeline/catalog.ts';
import type { Trx } from '../../platform/audit.ts';
import { mergeConditions } from './conditions.ts';

/** The columns of a rule's conditions. */
export const conditionColumns = sql.raw(
  'kind, window_seconds, reference, absolute, deadband, off_delay_seconds, only_while',
);

/** The conditions of a stored row; the members of `only_while` come in the order of the contract. */
export const conditionsOf = (row: ConditionsFields): ConditionsFields => mergeConditions(row, row);

/** The values of `conditionColumns` for an insert. */
export const conditionValues = (rule: ConditionsFields) =>
  sql`${rule.kind}, ${rule.window_seconds}, ${rule.reference}, ${rule.absolute}, ${rule.deadband},
    ${rule.off_delay_seconds}, ${rule.only_while && JSON.stringify(rule.only_while)}::jsonb`;

/** The conditions as the pipeline evaluates them; absent for a rule that has none. */
export function evaluatedConditions(rule: ConditionsFields): { readonly conditions?: RuleConditions } {
  const { kind, deadband, off_delay_seconds: off, only_while: gate } = rule;
  if (kind === 'value' && deadband === 0 && off === null && gate === null) return {};
  return {
    conditions: {
      kind,
      windowMs: (rule.window_seconds ?? 0) * 1_000,
      reference: rule.reference,
      absolute: rule.absolute,
      deadband,
      offDelayMs: off === null ? null : off * 1_000,
      onlyWhile: gate && {
        path: gate.sensor_id,
        sign: gate.sign,
        value: gate.value,
        state: gate.state,
        forMs: gate.for_seconds * 1_000,
      },
    },
  };
}

/** The numbers of a rule in another displayed unit. */
export interface ConvertedRule {
  readonly id: number;
  readonly value: number;
  readonly deadband: number;
  readonly whileValue: number | null;
}

/** Converts the numbers of rules, those no longer in force too, because the displayed degrees have no history. */
export async function convertRuleNumbers(trx: Trx, rules: readonly ConvertedRule[]): Promise<void> {
  await sql`update warning_rule w set value = v.value, deadband = v.deadband,
      only_while = case when v.while_value is null then w.only_while
        else jsonb_set(w.only_while, '{value}', to_jsonb(v.while_value)) end
    from unnest(${rules.map((rule) => rule.id)}::int[], ${rules.map((rule) => rule.value)}::float8[],
      ${rules.map((rule) => rule.deadband)}::float8[], ${rules.map((rule) => rule.whileValue)}::float8[])
      v (id, value, deadband, while_value) where w.id = v.id`.execute(trx);
}
