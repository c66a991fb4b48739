import { useCallback, useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../ui/chart/chart-group.ts';
import { strokeOf } from '../../../ui/chart/chart-lines.ts';
import { Text } from '../../../ui/layout.tsx';
import { usePalette } from '../../../ui/theme.ts';
import type { MachineLine } from './graph-model.ts';
import { readingOf } from './legend-reading.ts';
import css from './machine.module.css';

interface Props {
  readonly line: MachineLine;
  readonly group: ChartGroup;
  readonly onToggle: () => void;
}

/** Legend of one line with its value at the cursor; a press toggles the line. */
export const GraphLegend = ({ line, group, onToggle }: Props) => {
  const palette = usePalette();
  const subscribe = useCallback((listener: () => void) => group.onCursor(listener), [group]);
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readingOf(line, group.cursor())));
  const reading: ReturnType<typeof readingOf> = JSON.parse(text);
  const { colour, dash } = strokeOf(line.stroke, palette);
  return (
    <button type="button" className={css.legendRow} aria-pressed={line.shown} onClick={onToggle}>
      <svg width="20" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="20" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      </svg>
      <Text oneLine className={css.legendName}>
        {line.name}
        <small>{[line.group, line.device].filter(Boolean).join(', ')}</small>
      </Text>
      <span className={reading.alarm ? css.legendAlarm : css.legendValue}>{reading.text}</span>
    </button>
  );
};
