import { simpleConditions } from '@tocsin/contract/rule-conditions';
import type { WarningRow } from '@tocsin/contract/sensors';
import type { WarningRule } from '../../pipeline/catalog.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { checkConditions, mergeConditions, withUnits } from './conditions.ts';
import { listed } from './list.ts';
import { shownSensorsOf } from './present.ts';
import { rulesOf, sensorList } from './store.ts';
import { evaluatedConditions } from './store-conditions.ts';
import { settleRows } from './warnings.ts';

/** A row as the pipeline would evaluate it, and the rule in force that it names. */
export interface TriedRule {
  /** Its id is not stored anywhere. */
  readonly rule: WarningRule;
  readonly inForce: number | null;
  readonly name: string;
  readonly unit: string;
}

/** Ids of rules that are only tried begin here. */
const firstTriedId = 2 ** 40;

/**
 * Resolves rows that are tried on history; refuses the first bad one with its field and `index`, and an id that names no
 * rule in force of this device.
 */
export async function rulesToTry(db: Db, deviceId: number, rows: readonly WarningRow[]): Promise<TriedRule[]> {
  const stored = await rulesOf(db, deviceId);
  const list = await sensorList(db, deviceId);
  const settled = settleRows(listed(list), deviceId, rows, stored);
  const sensors = await shownSensorsOf(db, deviceId);
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const fresh = settled.map((row, position) => {
    const before = row.id === undefined ? undefined : byId.get(row.id);
    if (row.id !== undefined && !before)
      throw new Refusal('invalid', undefined, {
        fields: { id: ['This rule is not in force.'] },
        body: { index: position },
      });
    const { path, sign, value, delay_seconds } = row;
    const conditions = mergeConditions(before ?? simpleConditions, row);
    return withUnits({ path, sign, value, delay_seconds, position, ...conditions }, sensors);
  });
  checkConditions(fresh, fresh, sensors);
  return fresh.map((row, index) => {
    const sensor = sensors.get(row.path);
    return {
      rule: {
        id: firstTriedId + index,
        path: row.path,
        sign: row.sign,
        value: row.value,
        delayMs: row.delay_seconds * 1_000,
        unit: row.unit,
        ...evaluatedConditions(row),
      },
      inForce: settled[index]?.id ?? null,
      name: sensor?.shownName ?? row.path,
      unit: row.unit ?? '',
    };
  });
}
