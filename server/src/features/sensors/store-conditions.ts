import type { ConditionsFields } from '@tocsin/contract/rule-conditions';
import { sql } from 'kysely';
import type { RuleConditions } from '../../pipeline/catalog.ts';
import type { Trx } from '../../platform/db.ts';
import { mergeConditions } from './conditions.ts';

/** The columns of a rule's conditions. */
export const conditionColumns = sql.raw(
  'kind, window_seconds, reference, absolute, deadband, off_delay_seconds, only_while, unit',
);

/** The conditions of a stored row; the members of `only_while` come in the order of the contract. */
export const conditionsOf = (row: ConditionsFields): ConditionsFields => mergeConditions(row, row);

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
        unit: gate.unit,
        forMs: gate.for_seconds * 1_000,
      },
    },
  };
}

/** Stores rules with their numbers in other units, those no longer in force too: displayed degrees have no history. */
export async function writeConverted(
  trx: Trx,
  rules: readonly (ConditionsFields & { readonly id: number; readonly value: number })[],
): Promise<void> {
  const rows = rules.map(({ id, value, deadband, only_while, unit }) => ({ id, value, deadband, only_while, unit }));
  await sql`update warning_rule w set value = v.value, deadband = v.deadband, only_while = v.only_while, unit = v.unit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      v (id int, value float8, deadband float8, only_while jsonb, unit text) where w.id = v.id`.execute(trx);
}
