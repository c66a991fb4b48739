import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from './call-error.ts';
import { onArrival } from './notifications.ts';
import { type Device, deviceQuery } from './plant.ts';

/** For what no notification tells: that it is seen no more, a change of the person's rights. */
const againMs = 30_000;

const isRefusal = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);

export interface OpenDevice {
  readonly device: Device | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

/**
 * The device that a page stands open for: somebody may rename, suspend or remove it meanwhile. A later reading that fails
 * leaves the page with what it shows, unless the device is not this person's to see any more.
 */
export const useOpenDevice = (id: number | null): OpenDevice => {
  const { data, error, refetch } = useQuery({ ...deviceQuery(id), refetchInterval: againMs });
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
