import { texts } from '@tocsin/contract/texts/graphs';
import { useMemo, useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { extent } from '../../../../ui/chart/columns.ts';
import { stateSpans } from '../../../../ui/chart/state-spans.ts';
import { clockText, dayClockText } from '../../../../ui/time.ts';
import { numberText, shortNumber } from '../../../../ui/value.ts';
import { type Shown, useValue } from '../components/legend.tsx';
import type { GraphSeries } from '../model.ts';
import { changeSince, stateAt, useAtCursor } from './at-cursor.ts';
import css from './values-panel.module.css';

interface Props {
  readonly one: GraphSeries;
  readonly group: ChartGroup;
  readonly shownRange: Shown;
  readonly onGo: (path: string) => void;
}

const noWarnings: readonly [] = [];
const dayMs = 86_400_000;
/** Assumed time between two readings if the answer has no slot length. */
const usualReadingMs = 10_000;

const Name = ({ one, onGo }: Pick<Props, 'one' | 'onGo'>) => (
  <th scope="row">
    <button type="button" onClick={() => onGo(one.path)}>
      {one.name}
    </button>
  </th>
);

/** Longer numbers are shortened; the tooltip and the graph show them in full. */
const maxDigits = 6;
const textOf = (value: number, { unit, decimals }: GraphSeries): string => {
  const text = numberText(value, unit, decimals);
  return text.replace('-', '').length > maxDigits - 1 && unit !== 'Minutes' ? shortNumber(value) : text;
};

/** A sensor with numbers: its value at the cursor, and lowest, highest and change in the visible range. */
export const NumberRow = ({ one, group, shownRange, onGo }: Props) => {
  const at = useValue(one, group, noWarnings, shownRange);
  const range = useSyncExternalStore(group.onRange, group.range);
  const change = useAtCursor(group, (cursor) => {
    const by = changeSince(one.columns, group.range().from, cursor);
    if (by === null) return '';
    const text = textOf(by, one);
    return by > 0 ? `+${text}` : text;
  });
  const reach = extent(one.columns, range.from, range.to);
  if (reach === null)
    return (
      <tr>
        <Name one={one} onGo={onGo} />
        <td className={css.nothing} colSpan={4}>
          {texts.noData}
        </td>
      </tr>
    );
  const number = (value: number): string => textOf(value, one);
  return (
    <tr data-severity={at.severity}>
      <Name one={one} onGo={onGo} />
      <td className={css.value} title={at.text}>
        {at.text.length > maxDigits ? shortNumber(Number(at.text.replace(',', '.'))) : at.text}
      </td>
      <td>{number(reach[0])}</td>
      <td>{number(reach[1])}</td>
      <td>{change}</td>
    </tr>
  );
};

/** A sensor with states: its state at the cursor, and since when. */
export const StateRow = ({ one, group, shownRange, onGo }: Props) => {
  const { slotMs, zone } = shownRange;
  const spans = useMemo(() => stateSpans(one.columns, one.gaps, slotMs ?? usualReadingMs), [one, slotMs]);
  const say = (cursor: number | null): string => {
    const span = stateAt(spans, cursor);
    if (span === undefined) return `${texts.noData}\n\n`;
    const word = span.text || (span.value > 0 ? texts.contact.alarm : texts.contact.ok);
    const { from, to } = group.full();
    // A state at the first point may have begun before the loaded range.
    const isOlder = span.from <= from + (slotMs ?? usualReadingMs);
    const time = to - from > dayMs ? dayClockText(span.from, zone) : clockText(span.from, zone);
    return `${word}\n${isOlder ? '' : texts.values.since(time)}\n${span.alarm ? 'alarm' : ''}`;
  };
  const [word, since, severity] = useAtCursor(group, say).split('\n');
  return (
    <tr data-severity={severity}>
      <Name one={one} onGo={onGo} />
      <td className={css.word} colSpan={2}>
        {word}
      </td>
      <td className={css.since} colSpan={2}>
        {since}
      </td>
    </tr>
  );
};
