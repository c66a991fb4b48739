import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Loading } from '../../../../kit/states.tsx';
import { say } from '../../../../kit/toast.tsx';
import type { Device } from '../../../../wire/plant.ts';
import { WithDevice } from '../../dashboard/page.tsx';

interface Props {
  /** Beside edit access: whether the device has this page at all. */
  readonly fits?: (device: Device) => boolean;
  readonly children: (device: Device) => ReactNode;
}

/** The page of a device's settings; who may not edit, or whose device has no such page, returns to the dashboard. */
export const ForEditors = ({ fits = () => true, children }: Props) => (
  <WithDevice>
    {(device) => (device.can_edit && fits(device) ? children(device) : <Navigate to="/dashboard" replace />)}
  </WithDevice>
);

/** A list that can't be read returns to the dashboard with its message (monitoring.md 8). */
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
    if (message !== undefined) say('error', message);
  }, [message]);
  if (message !== undefined) return <Navigate to="/dashboard" replace />;
  return data === undefined ? <Loading /> : children(data);
};
