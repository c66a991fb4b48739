import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '../../../wire/http.ts';
import { openDevice } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';

/** 'refused': the person may not see the device, or not any more, or it is gone. */
export type Linked = 'open' | 'opening' | 'refused' | 'failed';

/** Selects the device that the address names, with its site and client, before anything of it is shown. */
export const useLinkedDevice = (wanted: number | null): Linked => {
  const { device } = useSelection();
  // Once it was opened, somebody may pick another device on the page itself.
  const [opened, setOpened] = useState<number | null>(null);
  const isHere = wanted === null || wanted === device || wanted === opened;
  useEffect(() => {
    if (wanted === device) setOpened(wanted);
  }, [wanted, device]);
  const { error } = useQuery({
    queryKey: ['linked-device', wanted],
    queryFn: async () => {
      await openDevice(wanted ?? 0);
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
