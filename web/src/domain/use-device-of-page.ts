import { useEffect } from 'react';
import type { Device } from './plant.ts';
import { selection, setSelection } from './selection.ts';

/** Selects the device in the page's address, so that breadcrumb, scope and sidebar match it. */
export const useDeviceOfPage = (device: Pick<Device, 'id' | 'client' | 'location' | 'can_open'> | undefined): void => {
  const { id, client, location, can_open } = device ?? {};
  useEffect(() => {
    if (can_open && id !== undefined && client !== undefined && location !== undefined && selection().device !== id)
      setSelection({ client, site: location, device: id });
  }, [id, client, location, can_open]);
};
