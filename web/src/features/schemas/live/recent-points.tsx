import { useEffect } from 'react';
import { useRecentPoints } from '../../../live/recent-points.ts';
import { usePlantStore, useSocketState } from './feed.tsx';

interface Props {
  readonly device: number;
  /** `deviceId.groupId.sensorId`, of any device. */
  readonly sensors: readonly string[];
}

/** Adds the ten minutes before the page opened to the curves of one device. Renders nothing. */
export const RecentPoints = ({ device, sensors }: Props): null => {
  const store = usePlantStore();
  const data = useRecentPoints(device, useSocketState() === 'open');
  useEffect(() => {
    for (const path of sensors) {
      const points = path.startsWith(`${device}.`) ? data?.get(path.slice(path.indexOf('.') + 1)) : undefined;
      if (points !== undefined) store.fillRing(path, points);
    }
  }, [store, data, device, sensors]);
  return null;
};
