import { may } from '@tocsin/contract/permissions';
import { useSite } from '../domain/plant.ts';
import { DeviceListPage } from '../features/devices/list-page.tsx';
import { PrintLabels } from '../features/labels/print-labels.tsx';

/** Connects the device list with the labels, because features must not import each other. */
export const Devices = () => {
  const site = useSite();
  return (
    <DeviceListPage>
      {site && may(site, 'site.edit') && <PrintLabels site={site.id} zone={site.timezone} />}
    </DeviceListPage>
  );
};
