import { useSyncExternalStore } from 'react';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { Text } from '../../../../ui/layout.tsx';
import { daysText } from '../../../../ui/time.ts';
import { zoomTimes, zoomWords } from '../zoom.ts';

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
      <Text as="p" weight={600} line={16}>
        {isZoomed ? zoomTimes(range, zone) : daysText(range.from, range.to, zone)}
      </Text>
      <Text as="p" tone="faint" size={12} line={14}>
        {isZoomed ? zoomWords(range, fullText) : fullText}
      </Text>
    </>
  );
};
