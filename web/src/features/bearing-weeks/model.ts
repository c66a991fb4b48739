import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { texts } from '@tocsin/contract/texts/bearing-weeks';
import { localDecimals } from '../../ui/locale.ts';
import { unitText } from '../../ui/value.ts';

type Figure = { readonly value: number; readonly error: number | null };

const one = (value: number): string => {
  const text = value.toFixed(1);
  return localDecimals(Number(text) === 0 ? text.replace('-', '') : text);
};

/** '21.3 ± 0.8 °C'; without an error when there were too few days for one. */
export const figureText = ({ value, error }: Figure, unit: string): string =>
  `${error === null ? one(value) : texts.figure(one(value), one(error))} ${unitText(unit)}`.trim();

/** The same with its sign: a difference. */
export const differenceText = (figure: Figure, unit: string): string => {
  const text = figureText(figure, unit);
  return figure.value >= 0.05 ? `+${text}` : text;
};

/** How long until the limit, or why that is not said; null without a limit. */
export const limitText = ({ limit, to_limit: reached }: Bearing): string | null => {
  if (limit === null) return null;
  if (reached === null) return texts.notRising;
  if (reached.days === 0) return texts.reached;
  const earliest = Math.floor(reached.earliest);
  const span = reached.latest === null ? texts.openSpan(earliest) : texts.span(earliest, Math.ceil(reached.latest));
  return texts.toLimit(Math.round(reached.days), span);
};

/** A change that is larger than two errors. */
const clearChange = ({ change }: Bearing): number =>
  change?.error !== undefined && change.error !== null && change.value > 2 * change.error ? change.value : 0;

/** Those on their way to a limit first, the soonest first; then by their change, if it is clear; then as named. */
export const worstFirst = (bearings: readonly Bearing[]): Bearing[] =>
  bearings.toSorted((a, b) => {
    const [one, other] = [a.to_limit?.days ?? Number.POSITIVE_INFINITY, b.to_limit?.days ?? Number.POSITIVE_INFINITY];
    return one === other ? clearChange(b) - clearChange(a) : one - other;
  });

/** The highest week of all bearings with this unit: sisters are compared by bars of one scale. */
export const highestRise = (bearings: readonly Bearing[], unit: string): number =>
  Math.max(
    0,
    ...bearings
      .filter((bearing) => bearing.unit === unit)
      .flatMap(({ weeks }) => weeks.map(({ rise }) => rise?.value ?? 0)),
  );

/** The share of the highest week, for the bar of a week; 0 without a value. */
export const barShare = ({ weeks }: Bearing, index: number, highest: number): number => {
  const value = weeks[index]?.rise?.value ?? 0;
  return highest <= 0 ? 0 : Math.max(0, value / highest);
};
