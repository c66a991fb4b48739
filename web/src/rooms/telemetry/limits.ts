import type { Warning } from '@tocsin/contract/sensors';

export interface Limit {
  readonly value: number;
  readonly text: string;
}

const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Limits are known where a warning rule has one; of several the first that would warn (lowest above, highest below). */
export const limitsOf = (
  rows: readonly Pick<Warning, 'sensor_id' | 'sign' | 'value'>[],
): ReadonlyMap<string, Limit> => {
  const found = new Map<string, Limit & { readonly sign: string }>();
  for (const { sensor_id: path, sign, value } of rows) {
    if (sign === '=') continue;
    const known = found.get(path);
    const nearer =
      known === undefined || (known.sign === sign && (sign === '>' ? value < known.value : value > known.value));
    if (nearer) found.set(path, { value, text: shortNumber(value), sign });
  }
  return found;
};
