import { toUnit } from '@tocsin/contract/convertible-units';
import type { Warning } from '@tocsin/contract/sensors';
import type { Severity } from '@tocsin/contract/status';
import { localDecimals } from '../../ui/locale.ts';

export interface Limit {
  readonly value: number;
  readonly text: string;
}

/**
 * The limit shown beside a value; none beside an alarm, because the known limits are those of warning rules, and the
 * device raised the alarm by its own.
 */
export const limitBeside = (severity: Severity, limit: Limit | null): Limit | null =>
  severity === 'alarm' ? null : limit;

export const shortNumber = (value: number): string => localDecimals(String(Math.round(value * 100) / 100));

/** Limits by sensor in its displayed unit, from warning rules; of several rules, the one that warns first (lowest above, highest below). */
export const limitsOf = (
  rows: readonly Pick<Warning, 'sensor_id' | 'sign' | 'value' | 'unit' | 'sensor_unit'>[],
): ReadonlyMap<string, Limit> => {
  const limits = new Map<string, Limit & { readonly sign: string }>();
  for (const { sensor_id: path, sign, value: typed, unit, sensor_unit } of rows) {
    const shown = toUnit(unit, sensor_unit ?? unit);
    if (sign === '=' || !shown) continue;
    const value = shown.k * typed + shown.c;
    const known = limits.get(path);
    const nearer =
      known === undefined || (known.sign === sign && (sign === '>' ? value < known.value : value > known.value));
    if (nearer) limits.set(path, { value, text: shortNumber(value), sign });
  }
  return limits;
};
