import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { useCallback } from 'react';
import { say } from '../../kit/toast.tsx';
import { selectDevice } from '../../wire/plant.ts';

/** Goes to an event's location and device. */
export const useOpen = (): ((row: Notification) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (row: Notification) => {
      const go = async (): Promise<void> => {
        await selectDevice(row.device_id, row.location_id);
        await navigate({ to: '/dashboard' });
      };
      go().catch((error: unknown) => say('error', error instanceof Error ? error.message : String(error)));
    },
    [navigate],
  );
};
