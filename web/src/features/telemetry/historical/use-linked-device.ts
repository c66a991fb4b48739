import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '../../../api/http.ts';
import { openDevice } from '../../../domain/plant.ts';
import { useSelection } from '../../../domain/selection.ts';

/** 'refused': the user has no access to the device, or it no longer exists. */
export type Linked = 'open' | 'opening' | 'refused' | 'failed';

/** Selects the device in the address, with its site and client, before the page shows it. */
export const useLinkedDevice = (deviceId: number | null): Linked => {
  const { device } = useSelection();
  // Once it is selected, the user may select another device on the page.
  const [opened, setOpened] = useState<number | null>(null);
  const isHere = deviceId === null || deviceId === device || deviceId === opened;
  useEffect(() => {
    if (deviceId === device) setOpened(deviceId);
  }, [deviceId, device]);
  const { error } = useQuery({
    queryKey: ['linked-device', deviceId],
    queryFn: async () => {
      await openDevice(deviceId ?? 0);
      return true;
    },
    enabled: !isHere,
    gcTime: 0,
    staleTime: 0,
  });
  if (isHere) return 'open';
  if (error === null) return 'opening';
  return error instanceof CallError && (error.status === 403 || error.status === 404) ? 'refused' : 'failed';
};
