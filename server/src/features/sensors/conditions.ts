import { toUnit } from '@tocsin/contract/convertible-units';
import {
  type ConditionsFields,
  type ConditionsInput,
  isWindowed,
  longestWindow,
  type OnlyWhile,
  simpleConditions,
  windowedRulesAtMost,
} from '@tocsin/contract/rule-conditions';
import { Refusal } from '../../platform/errors.ts';
import type { ShownSensor } from './list.ts';

const fieldNames = [
  'kind',
  'window_seconds',
  'reference',
  'absolute',
  'deadband',
  'off_delay_seconds',
  'only_while',
  'unit',
] as const satisfies readonly (keyof ConditionsFields)[];

const wholeOnlyWhile = (sent: NonNullable<ConditionsInput['only_while']>, stored: OnlyWhile | null): OnlyWhile => ({
  sensor_id: sent.sensor_id,
  sign: sent.sign ?? null,
  value: sent.value ?? null,
  state: sent.state ?? null,
  for_seconds: sent.for_seconds ?? 0,
  unit: sent.unit ?? (stored?.sensor_id === sent.sensor_id ? (stored.unit ?? null) : null),
});

/** The stored conditions with the sent ones: an omitted field stays, null gives the default. A unit stays by null too. */
export function mergeConditions(stored: ConditionsFields, sent: ConditionsInput): ConditionsFields {
  const plain = simpleConditions;
  return {
    kind: sent.kind === undefined ? stored.kind : (sent.kind ?? plain.kind),
    window_seconds: sent.window_seconds === undefined ? stored.window_seconds : sent.window_seconds,
    reference: sent.reference === undefined ? stored.reference : sent.reference,
    absolute: sent.absolute === undefined ? stored.absolute : (sent.absolute ?? plain.absolute),
    deadband: sent.deadband === undefined ? stored.deadband : (sent.deadband ?? plain.deadband),
    off_delay_seconds: sent.off_delay_seconds === undefined ? stored.off_delay_seconds : sent.off_delay_seconds,
    only_while:
      sent.only_while === undefined
        ? stored.only_while
        : sent.only_while && wholeOnlyWhile(sent.only_while, stored.only_while),
    unit: sent.unit ?? stored.unit,
  };
}

/** The conditions of a rule as text; equal conditions give equal texts. */
export const conditionsText = (rule: ConditionsFields): string => JSON.stringify(fieldNames.map((name) => rule[name]));

/**
 * Whether a stored rule has the conditions that a row names; omitted ones match anything. A rule without a unit is in
 * the displayed one, which the row names.
 */
export const hasConditions = (stored: ConditionsFields, sent: ConditionsInput): boolean =>
  conditionsText({ ...mergeConditions(stored, sent), ...(stored.unit === null ? { unit: null } : {}) }) ===
  conditionsText(stored);

/** The conditions of a rule for the audit trail: only what differs from a rule without any. */
export const auditedConditions = (rule: ConditionsFields): Record<string, unknown> =>
  Object.fromEntries(
    fieldNames.flatMap((name) =>
      JSON.stringify(rule[name]) === JSON.stringify(simpleConditions[name]) ? [] : [[name, rule[name]]],
    ),
  );

/** A rule as it will be stored. */
export interface CheckedRule extends ConditionsFields {
  readonly path: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
}

/** A rule with the displayed units of its sensors where it names none. */
export function withUnits<R extends ConditionsFields & { readonly path: string }>(
  rule: R,
  sensors: ReadonlyMap<string, ShownSensor>,
): R {
  const gate = rule.only_while;
  const gateUnit = gate === null || gate.value === null ? null : (sensors.get(gate.sensor_id)?.shownUnit ?? null);
  return {
    ...rule,
    unit: rule.unit ?? sensors.get(rule.path)?.shownUnit ?? null,
    only_while: gate && { ...gate, unit: gate.unit ?? gateUnit },
  };
}

type Problem = readonly [field: keyof ConditionsFields | 'sign' | 'value' | 'sensor_id', text: string];

/** What is wrong with a rule's conditions; null when nothing is. `others`: all rules of the device. */
export function problemOf(
  rule: CheckedRule,
  sensors: ReadonlyMap<string, ShownSensor>,
  others: readonly CheckedRule[],
): Problem | null {
  const sensor = sensors.get(rule.path);
  return (
    kindProblem(rule, sensor) ??
    unitProblem(rule.unit, sensor, 'unit') ??
    referenceProblem(rule, sensor, sensors) ??
    deadbandProblem(rule, others) ??
    (rule.only_while && onlyWhileProblem(rule.only_while, sensors))
  );
}

function kindProblem(rule: CheckedRule, sensor: ShownSensor | undefined): Problem | null {
  if (rule.kind !== 'value' && sensor && sensor.shownType !== 'NUMERIC')
    return ['sensor_id', 'This kind of rule needs a sensor with numbers.'];
  if (rule.kind === 'flat' && rule.sign !== '<') return ['sign', 'A flat rule has the sign <.'];
  if (rule.kind === 'flat' && rule.value < 0) return ['value', 'The span of a flat rule is at least 0.'];
  if (!isWindowed(rule))
    return rule.window_seconds === null ? null : ['window_seconds', 'Only rules of kind rise and flat have a window.'];
  if (rule.window_seconds === null) return ['window_seconds', 'Enter the window in seconds.'];
  const most = longestWindow[rule.kind === 'flat' ? 'flat' : 'rise'];
  return rule.window_seconds > most ? ['window_seconds', `Ensure this value is less than or equal to ${most}.`] : null;
}

/** Values are compared in the unit of the rule. */
function unitProblem(
  unit: string | null,
  sensor: ShownSensor | undefined,
  field: 'unit' | 'only_while',
): Problem | null {
  if (unit === null || !sensor || sensor.shownType !== 'NUMERIC' || toUnit(sensor.shownUnit, unit)) return null;
  return [field, `'${sensor.shownUnit}', the unit of ${sensor.shownName}, cannot be converted to '${unit}'.`];
}

/** Whether a unit of a rule's sensors cannot be converted to the rule's, so that it cannot be evaluated. */
export function hasOtherUnit(
  { path, reference, unit, only_while: gate }: ConditionsFields & { readonly path: string },
  sensors: ReadonlyMap<string, ShownSensor>,
): boolean {
  const own = sensors.get(path);
  return (
    unitProblem(unit, own, 'unit') !== null ||
    unitProblem(unit ?? own?.shownUnit ?? null, reference === null ? undefined : sensors.get(reference), 'unit') !==
      null ||
    (gate !== null && gate.value !== null && unitProblem(gate.unit, sensors.get(gate.sensor_id), 'only_while') !== null)
  );
}

function referenceProblem(
  rule: CheckedRule,
  sensor: ShownSensor | undefined,
  sensors: ReadonlyMap<string, ShownSensor>,
): Problem | null {
  if (rule.kind !== 'difference') {
    if (rule.reference !== null) return ['reference', 'Only a rule of kind difference has a reference.'];
    return rule.absolute ? ['absolute', 'Only a rule of kind difference has two directions.'] : null;
  }
  if (rule.reference === null) return ['reference', 'Please select the other sensor.'];
  if (rule.reference === rule.path) return ['reference', 'A sensor has no difference to itself.'];
  // Before the first birth nothing is known of any sensor; when a rule cannot be evaluated then, the page says so.
  if (sensors.size === 0) return null;
  const other = sensors.get(rule.reference);
  if (!other) return ['reference', 'The device does not list this sensor.'];
  if (other.shownType !== 'NUMERIC') return ['reference', 'The other sensor must have numbers.'];
  const unit = sensor?.shownUnit ?? other.shownUnit;
  if (!toUnit(other.shownUnit, unit)) return ['reference', 'Both sensors must have the same unit.'];
  return null;
}

/** A deadband that reaches the opposite limit, or zero where zero is the opposite, would never let the warning end. */
function deadbandProblem(rule: CheckedRule, others: readonly CheckedRule[]): Problem | null {
  const { deadband, kind, sign, value } = rule;
  if (deadband === 0) return null;
  if (sign === '=') return ['deadband', 'A rule with = has no deadband.'];
  if (kind === 'flat') return null;
  const opposite = others.filter(
    (other) => other.path === rule.path && other.kind === 'value' && other.sign === (sign === '>' ? '<' : '>'),
  );
  const distances =
    kind === 'value'
      ? opposite.map((other) => (sign === '>' ? value - other.value : other.value - value)).filter((one) => one > 0)
      : [Math.abs(value)];
  const most = Math.min(...distances);
  return deadband > most ? ['deadband', `The deadband is larger than the limit's distance of ${most}.`] : null;
}

function onlyWhileProblem(gate: OnlyWhile, sensors: ReadonlyMap<string, ShownSensor>): Problem | null {
  if (sensors.size === 0) return null;
  const sensor = sensors.get(gate.sensor_id);
  if (!sensor) return ['only_while', 'The device does not list this sensor.'];
  if (gate.state !== null && sensor.shownType === 'NUMERIC')
    return ['only_while', 'A sensor with numbers needs sign and value.'];
  if (gate.state === null && sensor.shownType !== 'NUMERIC') return ['only_while', 'This sensor needs a state.'];
  return unitProblem(gate.unit, sensor, 'only_while');
}

/** Refuses the first bad rule of `fresh` with its field and `index`, and more windows than a device may have. */
export function checkConditions(
  all: readonly CheckedRule[],
  fresh: readonly (CheckedRule & { readonly position: number })[],
  sensors: ReadonlyMap<string, ShownSensor>,
): void {
  for (const rule of fresh) {
    const problem = problemOf(rule, sensors, all);
    if (problem) throw refusal(problem, rule.position);
  }
  const windowed = all.filter(isWindowed).length;
  const last = fresh.findLast(isWindowed);
  if (windowed > windowedRulesAtMost && last)
    throw refusal(['kind', `A device has at most ${windowedRulesAtMost} rules with a window.`], last.position);
}

const refusal = ([field, text]: Problem, index: number): Refusal =>
  new Refusal('invalid', undefined, { fields: { [field]: [text] }, body: { index } });
