import { useEffect, useRef } from 'react';
import type { ChartGroup } from '../../../ui/chart/chart-group.ts';
import { useEventCallback } from '../../../ui/use-event-callback.ts';
import { searchOfZoom, type ZoomSearch } from './zoom-search.ts';

/** A gesture changes the zoom many times a second; the address is updated once the zoom is unchanged for this time. */
const restMs = 300;

/** Applies the zoom in the address when the page opens, and from then on writes the zoom to the address. */
export const useZoomAddress = (group: ChartGroup, search: ZoomSearch, onZoom: (zoom: ZoomSearch) => void): void => {
  const isFirst = useRef(true);
  const begin = useEventCallback((group: ChartGroup): void => {
    const { from, to } = search;
    if (isFirst.current && from !== undefined && to !== undefined) group.zoom({ from, to });
    isFirst.current = false;
  });
  const writeZoom = useEventCallback((group: ChartGroup): void => {
    const next = searchOfZoom(group.range(), group.isZoomed());
    if (next.from !== search.from || next.to !== search.to) onZoom(next);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeAddress = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => writeZoom(group), restMs);
    };
    begin(group);
    writeAddress();
    const stop = group.onRange(writeAddress);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [group, begin, writeZoom]);
};
