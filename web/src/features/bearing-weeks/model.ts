import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { texts } from '@tocsin/contract/texts/bearing-weeks';
import { localDecimals } from '../../ui/locale.ts';
import { unitText } from '../../ui/value.ts';

type Figure = { readonly value: number; readonly error: number | null };

const one = (value: number): string => {
  const text = value.toFixed(1);
  return localDecimals(Number(text) === 0 ? text.replace('-', '') : text);
};

/** '21.3 ± 0.8 °C'; without the error if there were too few days to compute one. */
export const figureText = ({ value, error }: Figure, unit: string): string =>
  `${error === null ? one(value) : texts.figure(one(value), one(error))} ${unitText(unit)}`.trim();

/** A difference, with its sign: '+1.3 ± 0.8 °C'. */
export const differenceText = (figure: Figure, unit: string): string => {
  const text = figureText(figure, unit);
  return figure.value >= 0.05 ? `+${text}` : text;
};

/** Text that says how long until the limit is reached, or why that is unknown; null without a limit. */
export const limitText = ({ limit, to_limit: reached }: Bearing): string | null => {
  if (limit === null) return null;
  if (reached === null) return texts.notRising;
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

/** The highest week of all bearings with this unit, the common scale of their bars. */
export const highestRise = (bearings: readonly Bearing[], unit: string): number =>
  Math.max(
    0,
    ...bearings
      .filter((bearing) => bearing.unit === unit)
      .flatMap(({ weeks }) => weeks.map(({ rise }) => rise?.value ?? 0)),
  );

/** Length of a week's bar as a fraction of the highest week; 0 without a value. */
export const barShare = ({ weeks }: Bearing, index: number, highest: number): number => {
  const value = weeks[index]?.rise?.value ?? 0;
  return highest <= 0 ? 0 : Math.max(0, value / highest);
};
