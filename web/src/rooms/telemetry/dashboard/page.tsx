import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { useEffect, useMemo, useRef } from 'react';
import { Shielded } from '../../../kit/shielded.tsx';
import { Empty, Failed, Loading } from '../../../kit/states.tsx';
import { type Device, deviceQuery, feedAddress, shownType } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';
import { BoardContext, useBoard, useDeviceBoard, useSocketState } from '../../../wire/use-reading.ts';
import { recentQuery } from '../queries.ts';
import type { Mode, UseMaintenance } from './mode.ts';
import { GroupBoard } from './parts/group-board.tsx';
import { LiveSign } from './parts/live-sign.tsx';
import { NodeBoard } from './parts/node-board.tsx';
import { Notices } from './parts/notices.tsx';
import { SettingMenu } from './parts/setting-menu.tsx';
import { type SensorAction, SensorActionContext } from './sensor-action.ts';
import { texts } from './texts.ts';
import { useTabs } from './use-tabs.tsx';

/** Sparklines begin with what was before the page opened; what came while the socket was lost is fetched as well. */
const History = ({ device }: { readonly device: number }) => {
  const board = useBoard();
  const { data, refetch } = useQuery(recentQuery(device));
  const open = useSocketState() === 'open';
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!open) return;
    if (wasOpen.current) void refetch();
    wasOpen.current = true;
  }, [open, refetch]);
  useEffect(() => {
    for (const [path, points] of data ?? []) board.fillRing(path, points);
  }, [board, data]);
  return null;
};

/** A sensor's card leads to its graph. */
export const useGraphAction = (): SensorAction => {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      label: texts.toGraph,
      act: (path) => void navigate({ to: '/graphs/$sensorId', params: { sensorId: path } }),
    }),
    [navigate],
  );
};

export const BoardOf = ({ device, mode }: { readonly device: Device; readonly mode: Mode }) =>
  hasNodes(shownType(device)) ? (
    <NodeBoard device={device} zone={device.timezone} mode={mode} />
  ) : (
    <GroupBoard device={device} zone={device.timezone} mode={mode} />
  );

const NoticesOf = ({ device }: { readonly device: Device }) => (
  <Shielded place="flow">
    <Notices device={device} />
  </Shielded>
);
const SignOf = ({ device }: { readonly device: Device }) => (
  <LiveSign zone={device.timezone} scans={hasNodes(shownType(device))} />
);

const Live = ({ device }: { readonly device: Device }) => {
  const { tabs, dialog } = useTabs(device);
  const mode: Mode = {
    current: 'live',
    tabs,
    sign: <SignOf device={device} />,
    notices: <NoticesOf device={device} />,
    tools: <SettingMenu device={device} fix size="bar" />,
  };
  return (
    <SensorActionContext value={useGraphAction()}>
      <BoardOf device={device} mode={mode} />
      {dialog}
    </SensorActionContext>
  );
};

/** The same boards, where a click on a sensor starts its test. */
const Maintenance = ({
  device,
  useMaintenance,
}: {
  readonly device: Device;
  readonly useMaintenance: UseMaintenance;
}) => {
  const { tabs, dialog } = useTabs(device);
  const { action, notices, tools } = useMaintenance(device);
  const mode: Mode = {
    current: 'maintenance',
    tabs,
    sign: <SignOf device={device} />,
    notices: (
      <>
        {notices}
        <NoticesOf device={device} />
      </>
    ),
    tools,
  };
  return (
    <SensorActionContext value={action}>
      <BoardOf device={device} mode={mode} />
      {dialog}
    </SensorActionContext>
  );
};

/** The selected device, or why there is none. */
export const WithDevice = ({ children }: { readonly children: (device: Device) => React.ReactNode }) => {
  const { device: selected } = useSelection();
  const { data: device, error, refetch } = useQuery(deviceQuery(selected));
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <Link to="/devices">{texts.toDevices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  return device === undefined ? <Loading /> : children(device);
};

const LiveOf = ({ device, useMaintenance }: { readonly device: Device; readonly useMaintenance: UseMaintenance }) => {
  const { maintenance } = useSearch({ from: '/frame/dashboard' });
  return (
    <BoardContext value={useDeviceBoard(feedAddress(device))}>
      <History device={device.id} />
      {maintenance && device.can_edit ? (
        <Maintenance key={device.id} device={device} useMaintenance={useMaintenance} />
      ) : (
        <Live key={device.id} device={device} />
      )}
    </BoardContext>
  );
};

/** The live sensor dashboard of the selected device; with the flag in its address, its maintenance mode. */
export const DashboardPage = ({ useMaintenance }: { readonly useMaintenance: UseMaintenance }) => (
  <WithDevice>{(device) => <LiveOf device={device} useMaintenance={useMaintenance} />}</WithDevice>
);
