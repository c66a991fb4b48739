import type { SchemaSensor } from '@tocsin/contract/schemas';
import { useEffect } from 'react';
import { useRecentPoints } from '../../../live/recent-points.ts';
import { usePlantStore, useSocketState } from '../live/feed.tsx';

interface Props {
  readonly device: number;
  readonly sensors: readonly SchemaSensor[];
}

/** Loads the ten minutes before the page opened into the curves of one device. Renders nothing. */
export const Recent = ({ device, sensors }: Props): null => {
  const store = usePlantStore();
  const data = useRecentPoints(device, useSocketState() === 'open');
  useEffect(() => {
    for (const { id, device_id } of sensors) {
      const points = device_id === device ? data?.get(id.slice(id.indexOf('.') + 1)) : undefined;
      if (points !== undefined) store.fillRing(id, points);
    }
  }, [store, data, device, sensors]);
  return null;
};
