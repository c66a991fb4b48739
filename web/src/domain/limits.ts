import { toUnit } from '@tocsin/contract/convertible-units';
import type { Warning } from '@tocsin/contract/sensors';
import type { Severity } from '@tocsin/contract/status';
import { localDecimals } from '../ui/locale.ts';

export interface Limit {
  readonly value: number;
  readonly text: string;
  /** The side beyond which the rule warns; absent where another sensor decides, too. */
  readonly sign?: '>' | '<';
}

/**
 * The limit shown beside a value; none beside an alarm, because the known limits are those of warning rules, and the
 * device raised the alarm by its own.
 */
export const limitBeside = (severity: Severity, limit: Limit | null): Limit | null =>
  severity === 'alarm' ? null : limit;

/** On which side of the limit a value is too far; null: on none, or it cannot be told. */
export const beyond = (limit: Limit | null, value: number | null | undefined): 'over' | 'under' | null => {
  if (!limit || typeof value !== 'number') return null;
  if (limit.sign === '>') return value > limit.value ? 'over' : null;
  return limit.sign === '<' && value < limit.value ? 'under' : null;
};

export const shortNumber = (value: number): string => localDecimals(String(Math.round(value * 100) / 100));

/** Limits by sensor in its displayed unit, from warning rules; of several rules, the one that warns first (lowest above, highest below). */
export const limitsOf = (
  rows: readonly (Pick<Warning, 'sensor_id' | 'sign' | 'value' | 'unit' | 'sensor_unit'> &
    Partial<Pick<Warning, 'kind' | 'only_while'>>)[],
): ReadonlyMap<string, Limit> => {
  const limits = new Map<string, Limit & { readonly of: string }>();
  for (const { sensor_id: path, sign, value: typed, unit, sensor_unit, kind = 'value', only_while } of rows) {
    const shown = toUnit(unit, sensor_unit ?? unit);
    // The number of another kind of rule is no limit of the value.
    if (sign === '=' || !shown || kind !== 'value') continue;
    const value = shown.k * typed + shown.c;
    const known = limits.get(path);
    const nearer =
      known === undefined || (known.of === sign && (sign === '>' ? value < known.value : value > known.value));
    if (nearer) limits.set(path, { value, text: shortNumber(value), of: sign, ...(only_while ? {} : { sign }) });
  }
  return limits;
};
