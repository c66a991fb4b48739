import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { texts } from '@tocsin/contract/texts/bearing-weeks';
import { localDecimals } from '../../ui/locale.ts';
import { unitText } from '../../ui/value.ts';

type Figure = { readonly value: number; readonly error: number | null };

const one = (value: number): string => {
  const text = value.toFixed(1);
  return localDecimals(Number(text) === 0 ? text.replace('-', '') : text);
};

/** '21.3 ± 0.8 °C'; without the error if it is none that is shown, or there were too few days to compute one. */
export const figureText = ({ value, error }: Figure, unit: string): string =>
  `${error === null || error < 0.05 ? one(value) : texts.figure(one(value), one(error))} ${unitText(unit)}`.trim();

/** A difference, with its sign: '+1.3 ± 0.8 °C'. */
export const differenceText = (figure: Figure, unit: string): string => {
  const text = figureText(figure, unit);
  return figure.value >= 0.05 ? `+${text}` : text;
};

/** Text that says how long until the limit is reached; null without a limit, or without a rise towards it. */
export const limitText = ({ limit, to_limit: reached }: Bearing): string | null => {
  if (limit === null || reached === null) return null;
  if (reached.days === 0) return texts.reached;
  const earliest = Math.floor(reached.earliest);
  const span = reached.latest === null ? texts.openSpan(earliest) : texts.span(earliest, Math.ceil(reached.latest));
  return texts.toLimit(Math.round(reached.days), span);
};

/** The change if it is larger than twice its error, else 0. */
const clearChange = ({ change }: Bearing): number =>
  change?.error !== undefined && change.error !== null && change.value > 2 * change.error ? change.value : 0;

/** Sorted: bearings that will reach a limit, soonest first; then by significant change; then in the given order. */
export const worstFirst = (bearings: readonly Bearing[]): Bearing[] =>
  bearings.toSorted((a, b) => {
    const [one, other] = [a.to_limit?.days ?? Number.POSITIVE_INFINITY, b.to_limit?.days ?? Number.POSITIVE_INFINITY];
    return one === other ? clearChange(b) - clearChange(a) : one - other;
  });

/** How a bearing stands against its own weeks before; null without one to compare with. */
export type Verdict = 'hotter' | 'cooler' | 'steady';

export const verdictOf = ({ change, to_limit }: Bearing): Verdict | null => {
  if (change === null) return null;
  if (to_limit !== null) return 'hotter';
  if (change.error === null || Math.abs(change.value) <= 2 * change.error) return 'steady';
  return change.value > 0 ? 'hotter' : 'cooler';
};

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The level of the weeks before, from which the columns rise and fall; null if the machine ran in none of them. */
export const levelBefore = ({ weeks, change }: Bearing): number | null => {
  const [now, ...before] = weeks.map(({ rise }) => rise?.value ?? null);
  if (change !== null && typeof now === 'number') return now - change.value;
  return meanOf(before.filter((value) => value !== null && value !== undefined));
};

/** Smallest half height of a chart, in degrees: less is weather and load. */
const leastReach: Readonly<Record<string, number>> = { C: 3, F: 5 };

/**
 * The common scale of the charts of all bearings with this unit: a round number above the largest distance of a week
 * from its level.
 */
export const reachOf = (bearings: readonly Bearing[], unit: string): number =>
  Math.ceil(
    Math.max(
      leastReach[unit] ?? 0,
      ...bearings
        .filter((bearing) => bearing.unit === unit)
        .flatMap((bearing) => {
          const level = levelBefore(bearing);
          if (level === null) return [];
          return bearing.weeks.flatMap(({ rise }) =>
            rise ? [1.1 * (Math.abs(rise.value - level) + (rise.error ?? 0))] : [],
          );
        }),
    ) / 5,
  ) * 5;
