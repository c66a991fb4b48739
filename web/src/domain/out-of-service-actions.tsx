import { useQueryClient } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import { endpoints, type OutOfServiceRow } from '@tocsin/contract/out-of-service';
import { may } from '@tocsin/contract/permissions';
import { endpoints as sites } from '@tocsin/contract/sites';
import { texts } from '@tocsin/contract/texts/out-of-service';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Row } from '../ui/layout.tsx';
import { showToast } from '../ui/toast.tsx';
import { OutOfServiceDialog, type OutOfServiceReason } from './out-of-service-dialog.tsx';

export const outOfServiceName = (row: OutOfServiceRow): string =>
  row.sensor === null ? (row.device_name ?? row.location_name) : `${row.device_name}: ${row.sensor_name ?? row.sensor}`;

/** Gives a row a new reason and review date. */
async function extend({ location, device, sensor }: OutOfServiceRow, body: OutOfServiceReason): Promise<void> {
  if (device === null) await call(sites.takeOutOfService, { params: { id: location }, body });
  else if (sensor === null) await call(devices.takeOutOfService, { params: { id: device }, body });
  else await call(endpoints.putSensor, { params: { id: device, sensor }, body });
}

/** Returns a site, device or sensor to service. */
async function returnToService({ location, device, sensor }: OutOfServiceRow): Promise<void> {
  if (device === null) await call(sites.returnToService, { params: { id: location } });
  else if (sensor === null) await call(devices.returnToService, { params: { id: device } });
  else await call(endpoints.deleteSensor, { params: { id: device, sensor } });
}

/** Extends what is out of service, or puts it back, for those who may. */
export const OutOfServiceActions = ({ row }: { readonly row: OutOfServiceRow }) => {
  const queries = useQueryClient();
  const [isExtending, setIsExtending] = useState(false);
  const { ask, dialog } = useConfirm();
  if (!may(row, 'site.suspend')) return null;
  const name = outOfServiceName(row);
  const end = (): void =>
    ask({
      title: texts.sensor.backAsk(name),
      body: texts.sensor.backAbout,
      yes: texts.sensor.back,
      act: () => returnToService(row),
      toast: texts.returned,
      refetches: 'all',
    });
  return (
    <Row as="span" gap={8} justify="flex-end" align="stretch">
      <Button size="bar" onClick={() => setIsExtending(true)}>
        {texts.extend}
      </Button>
      <Button size="bar" onClick={end}>
        {texts.sensor.back}
      </Button>
      {dialog}
      {isExtending && (
        <OutOfServiceDialog
          title={texts.extendAsk(name)}
          about={texts.extendAbout}
          yes={texts.extend}
          danger={false}
          onClose={() => setIsExtending(false)}
          onSave={async (input) => {
            await extend(row, input);
            showToast('success', texts.extended);
            await queries.invalidateQueries();
          }}
        />
      )}
    </Row>
  );
};
