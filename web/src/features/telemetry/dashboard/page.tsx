import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/dashboard';
import { texts as protection } from '@tocsin/contract/texts/protection';
import { useMemo } from 'react';
import { type Device, feedAddress, shownType } from '../../../domain/plant.ts';
import { suspicionsQuery } from '../../../domain/suspicions.ts';
import { WithDevice } from '../../../domain/with-device.tsx';
import { useRecent } from '../../../live/recent-points.ts';
import { askShelve } from '../../../live/shelving.ts';
import { DeviceStoreContext, useLiveDevice } from '../../../live/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { ShadowRoot } from '../../../ui/shadow-root.tsx';
import { usePageTitle } from '../../../ui/tab-sign.ts';
import { dayText } from '../../../ui/time.ts';
import { GroupSections } from './components/group-sections.tsx';
import { LiveSign } from './components/live-sign.tsx';
import { NodeGrid } from './components/node-grid.tsx';
import { Notices } from './components/notices.tsx';
import { SettingMenu } from './components/setting-menu.tsx';
import type { Mode, UseMaintenance } from './mode.ts';
import { type SensorAction, SensorActionContext } from './sensor-action.ts';
import { useTabs } from './use-tabs.tsx';

/** Opens the weekly bearing temperatures of the selected device. */
const BearingWeeksButton = () => {
  const navigate = useNavigate();
  return (
    <Button size="bar" icon="thermometer" onClick={() => void navigate({ to: '/dashboard/bearings' })}>
      {texts.bearingWeeks}
    </Button>
  );
};

const History = ({ device }: { readonly device: number }) => {
  useRecent(device);
  return null;
};

/** The actions of the live dashboard: open a sensor's graph, or shelve it. */
const useGraphAction = (device: Device): SensorAction => {
  const navigate = useNavigate();
  const mayShelve = may(device, 'device.shelve');
  const suspicions = useQuery(suspicionsQuery(device.location)).data;
  return useMemo(
    () => ({
      suspicion: (path) => {
        const one = suspicions?.find((each) => each.device_id === device.id && each.sensor_id === path);
        if (one === undefined) return null;
        return protection.suspectedSince(dayText(Date.parse(one.since), one.timezone));
      },
      label: texts.toGraph,
      act: (path) => void navigate({ to: '/graphs/$sensorId', params: { sensorId: path } }),
      ...(mayShelve
        ? {
            shelve: (path, title, isAlarm) =>
              askShelve({ device: device.id, sensor: path, node: null, rule: null, title, isAlarm }),
          }
        : {}),
    }),
    [navigate, mayShelve, device.id, suspicions],
  );
};

/** The sections of a device's dashboard, in any mode: a grid of nodes, or groups of sensors. */
export const DashboardContent = ({ device, mode }: { readonly device: Device; readonly mode: Mode }) => {
  usePageTitle(`${device.title} - ${texts.pages[mode.current]}`);
  return hasNodes(shownType(device)) ? (
    <NodeGrid device={device} zone={device.timezone} mode={mode} />
  ) : (
    <GroupSections device={device} zone={device.timezone} mode={mode} />
  );
};

const DeviceNotices = ({ device }: { readonly device: Device }) => (
  <ShadowRoot place="flow">
    <Notices device={device} />
  </ShadowRoot>
);
const DeviceLiveSign = ({ device }: { readonly device: Device }) => (
  <LiveSign zone={device.timezone} scans={hasNodes(shownType(device))} />
);

const Live = ({ device }: { readonly device: Device }) => {
  const { tabs, dialog } = useTabs(device);
  const mode: Mode = {
    current: 'live',
    tabs,
    sign: <DeviceLiveSign device={device} />,
    notices: <DeviceNotices device={device} />,
    tools: (
      <>
        <BearingWeeksButton />
        <SettingMenu device={device} fix size="bar" />
      </>
    ),
  };
  return (
    <SensorActionContext value={useGraphAction(device)}>
      <DashboardContent device={device} mode={mode} />
      {dialog}
    </SensorActionContext>
  );
};

/** The same sections in maintenance mode, where a click on a sensor starts its test. */
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
    sign: <DeviceLiveSign device={device} />,
    notices: (
      <>
        {notices}
        <DeviceNotices device={device} />
      </>
    ),
    tools,
  };
  return (
    <SensorActionContext value={action}>
      <DashboardContent device={device} mode={mode} />
      {dialog}
    </SensorActionContext>
  );
};

const LiveContent = ({
  device,
  useMaintenance,
}: {
  readonly device: Device;
  readonly useMaintenance: UseMaintenance;
}) => {
  const { maintenance } = useSearch({ from: '/frame/dashboard' });
  return (
    <DeviceStoreContext value={useLiveDevice(feedAddress(device))}>
      <History device={device.id} />
      {maintenance && may(device, 'device.edit') ? (
        <Maintenance key={device.id} device={device} useMaintenance={useMaintenance} />
      ) : (
        <Live key={device.id} device={device} />
      )}
    </DeviceStoreContext>
  );
};

/** The live dashboard of the selected device; with the flag in the address, its maintenance mode. */
export const DashboardPage = ({ useMaintenance }: { readonly useMaintenance: UseMaintenance }) => (
  <WithDevice>{(device) => <LiveContent device={device} useMaintenance={useMaintenance} />}</WithDevice>
);
