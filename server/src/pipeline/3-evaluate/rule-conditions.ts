import { toUnit } from '@tocsin/contract/convertible-units';
import { isWindowed } from '@tocsin/contract/rule-conditions';
import type { RuleConditions, WarningRule } from '../catalog.ts';
import {
  type AcceptedFrame,
  type EvaluatedDevice,
  type IndexedLayout,
  TEXT_BAD_VALUE,
  TEXT_NONE,
  type UnitConversion,
} from '../types.ts';
import { convertedValue, roundConverted, scaleAt } from '../unit-conversion.ts';
import { type RuleWindow, risePerMinute, span } from './rule-windows.ts';

/** A sensor of the current layout with its conversion to the unit of the rule. */
interface Source {
  readonly index: number;
  readonly as: UnitConversion;
}

/** A rule's conditions with what the current layout and settings say about its sensors. */
export interface ConditionPlan {
  readonly settings: RuleConditions;
  /** null: the device does not list the sensor, or its unit cannot be converted to the rule's. */
  readonly sensor: Source | null;
  /** null: it is not listed, or its unit cannot be converted. */
  readonly reference: Source | null;
  /** Null too if its unit cannot be converted to that of the compared value. */
  readonly gate: Source | null;
  /** Type, unit and scale of the sensor as sent; a window of another scale is empty. */
  readonly scale: string;
}

/** The plans of the rules that have conditions, by rule id; empty for a device with simple rules only. */
export function conditionPlans(
  device: EvaluatedDevice,
  layout: IndexedLayout,
  shown: readonly UnitConversion[],
  at: number,
): ReadonlyMap<number, ConditionPlan> {
  const plans = new Map<number, ConditionPlan>();
  const source = (path: string | null | undefined, unit: string | null | undefined): Source | null => {
    const index = path == null ? undefined : layout.byPath.get(path);
    const as = index === undefined ? undefined : inUnit(shown[index], unit);
    return index === undefined || !as ? null : { index, as };
  };
  for (const rule of device.warningRules) {
    const { conditions } = rule;
    if (conditions === undefined) continue;
    const sensor = source(rule.path, rule.unit);
    plans.set(rule.id, {
      settings: conditions,
      sensor,
      reference: sensor && source(conditions.reference, sensor.as.unit),
      gate: source(
        conditions.onlyWhile?.path,
        conditions.onlyWhile?.value === null ? null : conditions.onlyWhile?.unit,
      ),
      scale: isWindowed(conditions) ? scaleText(device, layout, rule, at) : '',
    });
  }
  return plans;
}

/**
 * A sensor's values in a rule's unit; null if its own cannot be converted. States and contacts have no unit to convert.
 */
export function inUnit(
  as: UnitConversion | undefined,
  unit: string | null | undefined,
): UnitConversion | null | undefined {
  if (!as || unit == null || unit === as.unit || as.type !== 'NUMERIC') return as;
  const to = toUnit(as.unit, unit);
  return to && { ...as, k: as.k * to.k, c: as.c * to.k + to.c, unit };
}

function scaleText(device: EvaluatedDevice, layout: IndexedLayout, rule: WarningRule, at: number): string {
  const index = layout.byPath.get(rule.path);
  const sensor = index === undefined ? undefined : layout.sensors[index];
  const scale = scaleAt(device.scales, rule.path, at);
  return `${sensor?.type ?? ''} ${sensor?.unit ?? ''} ${scale ? `${scale.type} ${scale.unit} ${scale.k} ${scale.c}` : ''}`;
}

/** Whether a number meets a comparison; `=` compares the displayed numbers. */
export function comparisonHolds(sign: '>' | '<' | '=', value: number, limit: number, unit: string): boolean {
  switch (sign) {
    case '>':
      return value > limit;
    case '<':
      return value < limit;
    case '=':
      return roundConverted(value, unit) === roundConverted(limit, unit);
    default:
      return sign satisfies never;
  }
}

/**
 * The number that a rule compares: the value, its rate per minute, its difference or its span, in the rule's unit. NaN
 * when it has none.
 */
export function comparedNumber(plan: ConditionPlan, frame: AcceptedFrame, window: RuleWindow | undefined): number {
  const { settings, sensor, reference } = plan;
  const raw = sensor === null ? Number.NaN : (frame.values[sensor.index] ?? Number.NaN);
  if (sensor === null || Number.isNaN(raw)) return Number.NaN;
  switch (settings.kind) {
    case 'value':
      return convertedValue(sensor.as, raw);
    case 'difference': {
      if (reference === null) return Number.NaN;
      const other = convertedValue(reference.as, frame.values[reference.index] ?? Number.NaN);
      const difference = convertedValue(sensor.as, raw) - other;
      return settings.absolute ? Math.abs(difference) : difference;
    }
    case 'rise':
      return window ? risePerMinute(window) * sensor.as.k : Number.NaN;
    case 'flat':
      return window ? span(window) * Math.abs(sensor.as.k) : Number.NaN;
    default:
      return settings.kind satisfies never;
  }
}

/**
 * Whether a rule's own condition holds, by the number it compares. `deadband` is 0 unless its warning is open; it moves
 * the limit to where the warning ends.
 */
export function ownConditionHolds(
  rule: { readonly sign: '>' | '<' | '='; readonly value: number },
  { settings, sensor }: ConditionPlan,
  compared: number,
  deadband: number,
): boolean {
  if (settings.kind === 'flat') return compared <= rule.value + deadband;
  const limit = rule.sign === '<' ? rule.value + deadband : rule.value - deadband;
  return comparisonHolds(rule.sign, compared, limit, sensor?.as.unit ?? '');
}

/** Whether a rule's `only_while` is met in a frame; null when its sensor has no value. */
export function gateHolds(plan: ConditionPlan, frame: AcceptedFrame, texts: readonly string[]): boolean | null {
  const { gate, settings } = plan;
  const { onlyWhile } = settings;
  if (onlyWhile === null || gate === null) return null;
  const raw = frame.values[gate.index] ?? Number.NaN;
  if (onlyWhile.state !== null) {
    const text = frame.state[gate.index] ?? TEXT_NONE;
    if (text === TEXT_BAD_VALUE) return null;
    if (text !== TEXT_NONE) return texts[text] === onlyWhile.state;
    // A contact without texts is 0 or 1.
    return Number.isNaN(raw) ? null : String(raw) === onlyWhile.state;
  }
  if (onlyWhile.sign === null || onlyWhile.value === null || Number.isNaN(raw)) return null;
  return comparisonHolds(onlyWhile.sign, convertedValue(gate.as, raw), onlyWhile.value, gate.as.unit);
}
