import type { ComponentProps } from 'react';
import { WallTile } from './tile.tsx';
import { useAlarmDetails } from './use-alarm-details.ts';

/** A tile that loads the response text of its alarm, and who is notified next. */
export const LiveTile = (props: Omit<ComponentProps<typeof WallTile>, 'details'>) => {
  const { level, story } = props;
  return <WallTile {...props} details={useAlarmDetails(level === 'alarm' ? (story?.event ?? null) : null)} />;
};
