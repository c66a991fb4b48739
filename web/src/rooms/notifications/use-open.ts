import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { useCallback } from 'react';
import { say } from '../../kit/toast.tsx';
import { selectDevice, selectSite } from '../../wire/plant.ts';

type Where = Pick<Notification, 'device_id' | 'location_id'>;

/** Goes to an event's location and device; an event of a whole site has no device. */
export const useOpen = (): ((row: Where, to?: 'device' | 'site') => void) => {
  const navigate = useNavigate();
  return useCallback(
    (row: Where, to = 'device') => {
      const go = async (): Promise<void> => {
        if (to === 'site' || row.device_id === 0) {
          await selectSite(row.location_id);
          await navigate({ to: '/devices' });
          return;
        }
        await selectDevice(row.device_id, row.location_id);
        await navigate({ to: '/dashboard' });
      };
      go().catch((error: unknown) => say('error', error instanceof Error ? error.message : String(error)));
    },
    [navigate],
  );
};
