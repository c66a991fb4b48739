import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { useMemo } from 'react';
import { Shielded } from '../../../kit/shielded.tsx';
import { Empty, Failed, Loading } from '../../../kit/states.tsx';
import { usePageTitle } from '../../../kit/tab-sign.ts';
import { type Device, feedAddress, shownType } from '../../../wire/plant.ts';
import { useRecent } from '../../../wire/recent.ts';
import { useSelection } from '../../../wire/selection.ts';
import { useOpenDevice } from '../../../wire/use-open-device.ts';
import { BoardContext, useDeviceBoard } from '../../../wire/use-reading.ts';
import type { Mode, UseMaintenance } from './mode.ts';
import { GroupBoard } from './parts/group-board.tsx';
import { LiveSign } from './parts/live-sign.tsx';
import { NodeBoard } from './parts/node-board.tsx';
import { Notices } from './parts/notices.tsx';
import { SettingMenu } from './parts/setting-menu.tsx';
import { type SensorAction, SensorActionContext } from './sensor-action.ts';
import { texts } from './texts.ts';
import { useTabs } from './use-tabs.tsx';

const History = ({ device }: { readonly device: number }) => {
  useRecent(device);
  return null;
};

/** A sensor's card leads to its graph. */
const useGraphAction = (): SensorAction => {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      label: texts.toGraph,
      act: (path) => void navigate({ to: '/graphs/$sensorId', params: { sensorId: path } }),
    }),
    [navigate],
  );
};

export const BoardOf = ({ device, mode }: { readonly device: Device; readonly mode: Mode }) => {
  usePageTitle(`${device.title} - ${texts.pages[mode.current]}`);
  return hasNodes(shownType(device)) ? (
    <NodeBoard device={device} zone={device.timezone} mode={mode} />
  ) : (
    <GroupBoard device={device} zone={device.timezone} mode={mode} />
  );
};

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
  const { device, error, again } = useOpenDevice(selected);
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <Link to="/devices">{texts.toDevices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={again} />;
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
