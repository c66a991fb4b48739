import type { WarningRow } from '@tocsin/contract/sensors';
import { Refusal } from '../../platform/errors.ts';
import { findSensor, type ListedSensor } from './list.ts';

export interface StoredRule {
  readonly id: number;
  readonly path: string;
  readonly sign: string;
  readonly value: number;
  readonly delay_seconds: number;
}

export interface SettledRow extends Omit<WarningRow, 'sensor_id'> {
  readonly path: string;
}

/**
 * Resolves a request's rows to sensor paths; refuses the first bad one with its fields and `index`. A sensor that the
 * device no longer lists is accepted when a stored rule has it, since the page sends back what it loaded.
 */
export function settleRows(
  sensors: readonly ListedSensor[],
  deviceId: number,
  rows: readonly WarningRow[],
  stored: readonly StoredRule[],
): SettledRow[] {
  return rows.map(({ sensor_id, ...row }, index) => {
    const path = findSensor(sensors, deviceId, sensor_id)?.path ?? stored.find((rule) => rule.path === sensor_id)?.path;
    if (path === undefined)
      throw new Refusal('invalid', undefined, {
        fields: { sensor_id: ['Please select your sensor'] },
        body: { index },
      });
    return { path, sign: row.sign, value: row.value, delay_seconds: row.delay_seconds };
  });
}

export interface RulePlan {
  /** Unchanged rules with their new positions. */
  readonly keep: readonly { readonly id: number; readonly position: number }[];
  readonly add: readonly (SettledRow & { readonly position: number })[];
  readonly remove: readonly number[];
}

/**
 * Plans inserts and deletes. A row equal in sensor, comparison, value and delay is the same rule and keeps its id,
 * counter and open warning. Two equal rows are two rules.
 */
export function planRules(stored: readonly StoredRule[], rows: readonly SettledRow[]): RulePlan {
  const key = (rule: Omit<StoredRule, 'id'>) => JSON.stringify([rule.path, rule.sign, rule.value, rule.delay_seconds]);
  const free = new Map<string, number[]>();
  for (const rule of stored) free.set(key(rule), [...(free.get(key(rule)) ?? []), rule.id]);
  const keep: { id: number; position: number }[] = [];
  const add: (SettledRow & { position: number })[] = [];
  rows.forEach((row, position) => {
    const id = free.get(key(row))?.shift();
    if (id === undefined) add.push({ ...row, position });
    else keep.push({ id, position });
  });
  return { keep, add, remove: [...free.values()].flat() };
}

/** Converts a limit to the other degrees. */
export function convertDegrees(value: number, to: 'F' | 'C'): number {
  const converted = to === 'F' ? value * 1.8 + 32 : (value - 32) / 1.8;
  return Math.round(converted * 1e6) / 1e6;
}
