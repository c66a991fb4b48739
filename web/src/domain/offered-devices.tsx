import { severityOfDevice, severityRank } from '@tocsin/contract/status';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Device, openDevice, useDevices } from './plant.ts';

/** As many as fit a phone; the list of devices has all. */
const offeredAtMost = 12;

const severityOf = ({ state, status }: Device) =>
  state === 'Offline' ? 'offline' : status === null ? 'no-data' : severityOfDevice[status];

/** The devices of the selected site, alarmed ones first, for a page that needs one and has none. */
export const OfferedDevices = () => {
  const { run, busy } = useAction((id: number) => openDevice(id));
  const devices = (useDevices().data?.results ?? []).filter(({ state }) => state !== 'Suspended');
  const sorted = devices.toSorted((a, b) => severityRank(severityOf(a)) - severityRank(severityOf(b)));
  return (
    <Row wrap gap={8} justify="center">
      {sorted.slice(0, offeredAtMost).map((device) => (
        <Button key={device.id} size="large" busy={busy} onClick={() => run(device.id)}>
          {device.title} <StatusTag severity={severityOf(device)} />
        </Button>
      ))}
    </Row>
  );
};
