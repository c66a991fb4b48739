import { useCallback, useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../kit/chart/chart-group.ts';
import { strokeOf } from '../../../kit/chart/chart-lines.ts';
import { nearest } from '../../../kit/chart/columns.ts';
import { usePalette } from '../../../kit/theme.ts';
import { valueText } from '../../../kit/value.ts';
import { texts } from '../texts.ts';
import { type MachineLine, slotMs } from './graph-model.ts';
import css from './machine.module.css';

/** What the line says at the cursor, or last; an alarm by a word of its own. */
const readingOf = (line: MachineLine, at: number | null): { readonly text: string; readonly alarm: boolean } => {
  const { columns } = line;
  const index = at === null ? columns.times.length - 1 : nearest(columns.times, at, 1.5 * slotMs);
  const value = columns.values[index];
  const inGap = at !== null && line.gaps.some((gap) => at > gap.from && at < gap.to);
  if (value === undefined || inGap) return { text: texts.noData, alarm: false };
  const alarm = columns.flags[index] === 1;
  const state = columns.texts[columns.states[index] ?? 0] ?? '';
  if (line.contact) return { text: state || (alarm ? texts.contactAlarm : texts.contactOk), alarm };
  return { text: valueText(value, line.unit, line.decimals), alarm };
};

interface Props {
  readonly line: MachineLine;
  readonly group: ChartGroup;
  readonly onToggle: () => void;
}

/** One line of a chart, its value at the cursor; pressed, the line goes and comes. */
export const GraphLegend = ({ line, group, onToggle }: Props) => {
  const palette = usePalette();
  const subscribe = useCallback((listener: () => void) => group.onCursor(listener), [group]);
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readingOf(line, group.cursor())));
  const reading = JSON.parse(text) as ReturnType<typeof readingOf>;
  const { colour, dash } = strokeOf(line.stroke, palette);
  return (
    <button type="button" className={css.legendRow} aria-pressed={line.shown} onClick={onToggle}>
      <svg width="20" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="20" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      </svg>
      <span className={css.legendName}>
        {line.name}
        <small>{[line.group, line.device].filter(Boolean).join(', ')}</small>
      </span>
      <span className={reading.alarm ? css.legendAlarm : css.legendValue}>
        {reading.alarm && !line.contact && `${texts.contactAlarm} `}
        {reading.text}
      </span>
    </button>
  );
};
