import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import type { ReactNode } from 'react';
import { PageTabs } from '../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { OfferedDevices } from './offered-devices.tsx';
import type { Device } from './plant.ts';
import { useSelection } from './selection.ts';
import { useOpenDevice } from './use-open-device.ts';

/** Renders its children with the selected device, or a message if there is none. */
export const WithDevice = ({ children }: { readonly children: (device: Device) => ReactNode }) => {
  const { device: selected } = useSelection();
  const { device, error, again } = useOpenDevice(selected);
  if (selected === null) {
    return (
      <>
        <PageTabs />
        <Empty icon="device" title={texts.selectDeviceFirst}>
          <OfferedDevices />
          <Link to="/devices">{texts.entries.devices.label}</Link>
        </Empty>
      </>
    );
  }
  if (error) return <Failed text={error.message} again={again} />;
  return device === undefined ? <Loading /> : children(device);
};
