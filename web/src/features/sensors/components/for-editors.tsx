import { Navigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { type ReactNode, useEffect } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { WithDevice } from '../../../domain/with-device.tsx';
import { Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';

interface Props {
  /** Whether the device has this page. */
  readonly fits?: (device: Device) => boolean;
  readonly children: (device: Device) => ReactNode;
}

/** Guards a device's settings page: redirects to the dashboard without edit access, or if the device lacks the page. */
export const ForEditors = ({ fits = () => true, children }: Props) => (
  <WithDevice>
    {(device) => (may(device, 'device.edit') && fits(device) ? children(device) : <Navigate to="/dashboard" replace />)}
  </WithDevice>
);

/** Renders loaded data; an error redirects to the dashboard with its message (docs/spec/monitoring.md, section 8). */
export const Loaded = <T,>({
  data,
  error,
  children,
}: {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly children: (data: T) => ReactNode;
}) => {
  const message = error?.message;
  useEffect(() => {
    if (message !== undefined) showToast('error', message);
  }, [message]);
  if (message !== undefined) return <Navigate to="/dashboard" replace />;
  return data === undefined ? <Loading /> : children(data);
};
