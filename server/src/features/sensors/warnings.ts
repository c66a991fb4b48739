import { type Linear, toUnit } from '@tocsin/contract/convertible-units';
import { mergeResponse, noResponse, type ResponseFields, type ResponseInput } from '@tocsin/contract/responses';
import { type ConditionsFields, type ConditionsInput, simpleConditions } from '@tocsin/contract/rule-conditions';
import type { WarningRow } from '@tocsin/contract/sensors';
import { Refusal } from '../../platform/errors.ts';
import { auditedConditions, conditionsText, hasConditions, mergeConditions } from './conditions.ts';
import { findSensor, isPath, type ListedSensor } from './list.ts';

/** What a rule evaluates; a rule with other values is another rule. */
interface Condition {
  readonly path: string;
  readonly sign: WarningRow['sign'];
  readonly value: number;
  readonly delay_seconds: number;
}

export interface StoredRule extends Condition, ConditionsFields, ResponseFields {
  readonly id: number;
}

/** A sent row with its sensor's path; `id` names the stored rule that it is. */
export interface SettledRow extends Omit<WarningRow, 'sensor_id'> {
  readonly path: string;
}

/**
 * Resolves a request's rows to sensor paths; refuses the first bad one with its fields and `index`. A sensor that the
 * device no longer lists is accepted when a stored rule has it, since the page sends back what it loaded; before the
 * first birth each path is accepted.
 */
export function settleRows(
  sensors: readonly ListedSensor[],
  deviceId: number,
  rows: readonly WarningRow[],
  stored: readonly StoredRule[],
): SettledRow[] {
  const former = new Set(
    stored.flatMap((rule) => [rule.path, rule.reference ?? rule.path, rule.only_while?.sensor_id ?? rule.path]),
  );
  return rows.map(({ sensor_id, ...row }, index) => {
    const find = (ref: string, field: string): string => {
      const isNamed = former.has(ref) || (sensors.length === 0 && isPath(ref));
      const path = findSensor(sensors, deviceId, ref)?.path ?? (isNamed ? ref : undefined);
      if (path !== undefined) return path;
      throw new Refusal('invalid', undefined, { fields: { [field]: ['Please select your sensor'] }, body: { index } });
    };
    const { reference, only_while: gate } = row;
    return {
      ...row,
      path: find(sensor_id, 'sensor_id'),
      reference: reference && find(reference, 'reference'),
      only_while: gate && { ...gate, sensor_id: find(gate.sensor_id, 'only_while') },
    };
  });
}

/** A rule to be stored, without its id. */
type NewRule = Condition & ConditionsFields & ResponseFields & { readonly position: number };

export interface RulePlan {
  /** Rules that keep id, counter and open warning, with their new positions and responses. */
  readonly keep: readonly (ResponseFields & { readonly id: number; readonly position: number })[];
  readonly add: readonly NewRule[];
  readonly remove: readonly number[];
  /** A rule is added or removed, or the response of a kept one differs. */
  readonly isChange: boolean;
}

/**
 * Plans inserts and deletes. A row is the rule that its `id` names, or one that is equal in all evaluating fields. It
 * keeps id, counter and open warning while these fields are equal; else it becomes a new rule. Two equal rows are two
 * rules. Omitted fields of conditions and response keep the stored values of the row's rule, which may also be one of
 * `former`; without an id, omitted conditions match any stored ones.
 */
export function planRules(
  stored: readonly StoredRule[],
  rows: readonly SettledRow[],
  former: readonly StoredRule[] = stored,
): RulePlan {
  const matches = matchRules(stored, rows);
  const byId = new Map([...former, ...stored].map((rule) => [rule.id, rule]));
  const keep: (ResponseFields & { id: number; position: number })[] = [];
  const add: NewRule[] = [];
  let isChange = false;
  rows.forEach((row, position) => {
    const rule = matches[position];
    const before = rule ?? (row.id === undefined ? undefined : byId.get(row.id));
    const response = mergeResponse(before ?? noResponse, row);
    if (rule) keep.push({ id: rule.id, position, ...response });
    else
      add.push({
        path: row.path,
        sign: row.sign,
        value: row.value,
        delay_seconds: row.delay_seconds,
        position,
        ...mergeConditions(before ? conditionsOfRow(before, row) : simpleConditions, row),
        ...response,
      });
    if (!rule || !isSameResponse(rule, response)) isChange = true;
  });
  const kept = new Set(keep.map((rule) => rule.id));
  const remove = stored.filter((rule) => !kept.has(rule.id)).map((rule) => rule.id);
  return { keep, add, remove, isChange: isChange || remove.length > 0 };
}

/** The conditions that a row's omitted fields keep; the unit belongs to the sensor. */
const conditionsOfRow = (rule: StoredRule, row: SettledRow): ConditionsFields =>
  rule.path === row.path ? rule : { ...rule, unit: null };

const basicText = (rule: Condition): string => JSON.stringify([rule.path, rule.sign, rule.value, rule.delay_seconds]);

/** By row: its stored rule, if it has one. Named rules come first, then equal ones in their order. */
function matchRules(stored: readonly StoredRule[], rows: readonly SettledRow[]): (StoredRule | undefined)[] {
  const free = new Map(stored.map((rule) => [rule.id, rule]));
  const matches = rows.map((row) => {
    const rule = row.id === undefined ? undefined : free.get(row.id);
    if (!rule || basicText(rule) !== basicText(row) || !hasConditions(rule, row)) return undefined;
    free.delete(rule.id);
    return rule;
  });
  const equal = Map.groupBy(free.values(), basicText);
  const named = new Map(stored.map((rule) => [rule.id, rule]));
  return rows.map((row, index) => {
    const candidates = equal.get(basicText(row)) ?? [];
    if (matches[index] || candidates.length === 0) return matches[index];
    // A row that names a rule has that rule's conditions where it omits them.
    const before = row.id === undefined ? undefined : named.get(row.id);
    const at = candidates.findIndex((rule) =>
      before ? conditionsText(mergeConditions(before, row)) === conditionsText(rule) : hasConditions(rule, row),
    );
    return at < 0 ? undefined : candidates.splice(at, 1)[0];
  });
}

function isSameResponse(a: ResponseFields, b: ResponseFields): boolean {
  return (
    a.priority === b.priority &&
    a.likely_cause === b.likely_cause &&
    a.consequence === b.consequence &&
    a.what_to_do === b.what_to_do &&
    a.respond_within_minutes === b.respond_within_minutes
  );
}

/** A rule for the audit trail: without its id, and without what is not set. */
export function auditedRule(rule: Condition & ConditionsInput & ResponseInput): Record<string, unknown> {
  const { path, sign, value, delay_seconds, priority, likely_cause, consequence, what_to_do } = rule;
  const all = { path, sign, value, delay_seconds, priority, likely_cause, consequence, what_to_do };
  const fields = { ...all, respond_within_minutes: rule.respond_within_minutes };
  const given = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null && field !== undefined));
  return { ...given, ...auditedConditions(mergeConditions(simpleConditions, rule)) };
}

/** Units of sensors by path; undefined: not known. */
type UnitOf = (path: string) => string | undefined;

/**
 * A rule with its numbers in the units that `to` gives; `from` gives those of numbers that name none. Numbers of another
 * kind of unit keep theirs.
 */
export function inUnits<R extends Condition & ConditionsFields>(rule: R, from: UnitOf, to: UnitOf): R {
  const gate = rule.only_while;
  const own = conversion(rule.unit ?? from(rule.path), to(rule.path));
  const gated =
    gate === null || gate.value === null ? null : conversion(gate.unit ?? from(gate.sensor_id), to(gate.sensor_id));
  const offset = rule.kind === 'value' ? (own?.c ?? 0) : 0;
  return {
    ...rule,
    ...(own && {
      value: rounded(own.k * rule.value + offset),
      deadband: rounded(own.k * rule.deadband),
      unit: own.unit,
    }),
    only_while:
      gate && gated ? { ...gate, value: rounded(gated.k * (gate.value ?? 0) + gated.c), unit: gated.unit } : gate,
  };
}

function conversion(from: string | undefined, to: string | undefined): (Linear & { readonly unit: string }) | null {
  const linear = from === undefined || to === undefined || from === to ? null : toUnit(from, to);
  return linear && to !== undefined ? { ...linear, unit: to } : null;
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
