/**
 * One line of the table. `passed` is set only for ratios measured in one run; only these can fail the run. `met` tells
 * whether this machine reached an absolute target.
 */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly aim: string;
  readonly passed?: boolean;
  readonly met?: boolean;
}

/** A measurement: one file `<name>.bench.ts` each, which exports `bench`. */
export interface Bench {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

export const perSecond = (n: number): string =>
  n >= 1e6 ? `${(n / 1e6).toFixed(2)} M/s` : n >= 1e3 ? `${(n / 1e3).toFixed(1)} k/s` : `${n.toFixed(0)}/s`;

/** A ratio measured in one run and its lower limit. */
export function ratioRow(what: string, ratio: number, least: number): Row {
  return { what, value: ratio.toFixed(3), aim: `at least ${least}`, passed: ratio >= least };
}

/** A ratio measured in one run and its upper limit. */
export function limitRow(what: string, amount: number, most: number, unit: string): Row {
  return { what, value: `${amount.toFixed(3)} ${unit}`, aim: `at most ${most}`, passed: amount <= most };
}

/** Value at a quantile (0 to 1) of the sorted values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
