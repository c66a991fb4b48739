import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { useCallback } from 'react';
import { openDevice, openSite } from '../../domain/plant.ts';
import { showToast } from '../../ui/toast.tsx';

type Where = Pick<Notification, 'client_id' | 'device_id' | 'location_id'>;

/** Returns a callback that selects an event's client, site and device and opens it; a site's event has no device. */
export const useOpen = (): ((row: Where, to?: 'device' | 'site') => void) => {
  const navigate = useNavigate();
  return useCallback(
    (row: Where, to = 'device') => {
      const go = async (): Promise<void> => {
        if (to === 'site' || row.device_id === 0) {
          await openSite(row.location_id, row.client_id);
          await navigate({ to: '/devices' });
          return;
        }
        await openDevice(row.device_id);
        await navigate({ to: '/dashboard' });
      };
      go().catch((error: unknown) => showToast('error', error instanceof Error ? error.message : String(error)));
    },
    [navigate],
  );
};
