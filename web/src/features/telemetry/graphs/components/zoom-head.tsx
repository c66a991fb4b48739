import { useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { daysText } from '../../../../ui/time.ts';
import { zoomTimes, zoomWords } from '../zoom.ts';
import css from './graph-list.module.css';

interface Props {
  readonly group: ChartGroup;
  readonly zone: string;
  /** The full range and its resolution. */
  readonly fullText: string;
}

/** The visible range of the graphs and its resolution. */
export const ZoomHead = ({ group, zone, fullText }: Props) => {
  const range = useSyncExternalStore(group.onRange, group.range, group.range);
  const isZoomed = useSyncExternalStore(group.onRange, group.isZoomed, group.isZoomed);
  return (
    <>
      <p className={css.days}>{isZoomed ? zoomTimes(range, zone) : daysText(range.from, range.to, zone)}</p>
      <p className={css.per}>{isZoomed ? zoomWords(range, fullText) : fullText}</p>
    </>
  );
};
