import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../api/call-error.ts';
import { onArrival } from '../live/notifications.ts';
import { type Device, deviceQuery } from './plant.ts';

/** Polling interval for changes that send no notification, such as lost access rights. */
const refetchMs = 30_000;

const isRefusal = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);

export interface OpenDevice {
  readonly device: Device | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

/**
 * The device of an open page, which may be renamed, suspended or removed meanwhile. If a later fetch fails, the page
 * keeps its content, unless the user has lost access to the device.
 */
export const useOpenDevice = (id: number | null): OpenDevice => {
  const { data, error, refetch } = useQuery({ ...deviceQuery(id), refetchInterval: refetchMs });
  useEffect(
    () =>
      onArrival(({ notifications }) => {
        if (notifications.some((row) => row.device_id === id && row.event_type === 'device_administration'))
          void refetch();
      }),
    [id, refetch],
  );
  const isShown = data !== undefined && !isRefusal(error);
  return { device: isShown ? data : undefined, error: isShown ? null : error, again: () => void refetch() };
};
