import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { useEffect } from 'react';
import { Empty, Failed, Loading } from '../../../kit/states.tsx';
import { browserZone } from '../../../kit/time.ts';
import { type Device, deviceQuery, feedAddress, shownType, useSite } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';
import { BoardContext, useBoard, useDeviceBoard } from '../../../wire/use-reading.ts';
import { recentQuery } from '../queries.ts';
import { GroupBoard } from './parts/group-board.tsx';
import { NodeBoard } from './parts/node-board.tsx';
import { texts } from './texts.ts';

/** Sparklines begin with what was before the page opened. */
const useHistory = (device: number): void => {
  const board = useBoard();
  const { data } = useQuery(recentQuery(device));
  useEffect(() => {
    for (const [path, points] of data ?? []) board.fillRing(path, points);
  }, [board, data]);
};

const Live = ({ device, zone }: { readonly device: Device; readonly zone: string }) => {
  useHistory(device.id);
  return hasNodes(shownType(device)) ? (
    <NodeBoard device={device} zone={zone} />
  ) : (
    <GroupBoard device={device} zone={zone} />
  );
};

/** The live sensor dashboard of the selected device. */
export const DashboardPage = () => {
  const { device: selected } = useSelection();
  const { data: device, error, refetch } = useQuery(deviceQuery(selected));
  const site = useSite();
  const board = useDeviceBoard(device ? feedAddress(device) : null);
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <Link to="/devices">{texts.toDevices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (device === undefined) return <Loading />;
  return (
    <BoardContext value={board}>
      <Live key={device.id} device={device} zone={site?.timezone ?? browserZone()} />
    </BoardContext>
  );
};
