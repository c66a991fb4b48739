import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { deviceTypeLabels } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/devices';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { texts as status } from '@tocsin/contract/texts/status';
import { useDeferredValue, useEffect } from 'react';
import { type Device, selectDevice, selectSite, shownType, useDevices, useMe, useSite } from '../../domain/plant.ts';
import { mayAddDevice } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { AddCard, CardGrid, PickCard, PickCardSkeleton } from '../../ui/card-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty, Failed } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSessionState } from '../../ui/use-session-state.ts';
import { cardSeverity, foundDevices, searchedFrom } from './model.ts';

/** The tag of a device: alarm if active and in alarm, otherwise its display state. */
const wordOf = (device: Device): { readonly word?: string } => {
  const severity = cardSeverity(device);
  if (device.state === 'Suspended') return { word: texts.suspended };
  if (device.state === 'Active' && (severity === 'alarm' || severity === 'warning')) return {};
  return { word: status.deviceStates[device.state] };
};

const DeviceCard = ({ device, current }: { readonly device: Device; readonly current: boolean }) => {
  const navigate = useNavigate();
  const severity = cardSeverity(device);
  const open = async (): Promise<void> => {
    await selectDevice(device.id, device.location);
    await navigate({ to: '/dashboard' });
  };
  return (
    <PickCard
      title={device.title}
      current={current}
      tone={device.state === 'Offline' ? 'hatch' : undefined}
      onPick={device.can_open ? open : undefined}
      action={
        device.can_edit && (
          <Link
            to="/devices/edit/device/$id"
            params={{ id: String(device.id) }}
            title={texts.edit}
            aria-label={`${texts.edit}: ${device.title}`}
          >
            <Icon name="edit" size={18} />
          </Link>
        )
      }
      footer={
        <>
          <StatusTag severity={severity} {...wordOf(device)} />
          <span>{device.udf_id || device.ip_address}</span>
        </>
      }
    >
      {deviceTypeLabels[shownType(device)]}
      {device.serial_number ? `, ${device.serial_number}` : ''}
      {device.last_seen === null && device.can_edit && (
        <p>
          <Link to="/devices/edit/device/$id/connect" params={{ id: String(device.id) }}>
            {texts.notHeard}
          </Link>
        </p>
      )}
    </PickCard>
  );
};

/** The devices of the selected site; /devices/{site id} selects that site first. */
export const DeviceListPage = () => {
  const me = useMe();
  const site = useSite();
  const { site: selected, device: current } = useSelection();
  const { id } = useParams({ strict: false });
  const siteId = id === undefined ? null : Number(id);
  const { data, error, refetch } = useDevices();
  const navigate = useNavigate();
  const [text, setText] = useSessionState(`devices:${selected}:find`, '');
  const devices = data?.results;
  const isSearched = devices !== undefined && devices.length >= searchedFrom;
  const deferredSearch = useDeferredValue(isSearched ? text : '');
  const matches = devices && foundDevices(devices, deferredSearch);
  useEffect(() => {
    if (siteId !== null && siteId !== selected) void selectSite(siteId).catch(() => navigate({ to: '/sites' }));
  }, [siteId, selected, navigate]);

  if (selected === null && siteId === null) {
    return (
      <Empty icon="site" title={texts.pickSite}>
        <Link to="/sites">{texts.toSites}</Link>
      </Empty>
    );
  }
  return (
    <>
      <PageHeader
        title={site ? texts.title(site.title) : shell.entries.devices.label}
        back={<Link to="/sites">{texts.toSites}</Link>}
      >
        {isSearched && <SearchBox value={text} placeholder={texts.find} onChange={setText} />}
        {site && (
          <Button
            icon="wrench"
            onClick={() => void navigate({ to: '/sites/$id/proof-tests', params: { id: String(site.id) } })}
          >
            {texts.proofTests}
          </Button>
        )}
        {site && (
          <Button
            icon="screen"
            onClick={() => void navigate({ to: '/sites/$id/wall', params: { id: String(site.id) } })}
          >
            {texts.wall}
          </Button>
        )}
      </PageHeader>
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && (
        <CardGrid>
          {(data === undefined || me === undefined) && <PickCardSkeleton count={6} />}
          {me &&
            matches?.map((device) => <DeviceCard key={device.id} device={device} current={device.id === current} />)}
          {me && data && mayAddDevice(me) && (
            <AddCard label={texts.add} onAdd={() => void navigate({ to: '/devices/add/device' })} />
          )}
        </CardGrid>
      )}
      {data?.count === 0 && <Empty icon="device" title={texts.empty} />}
      {data && data.count > 0 && matches?.length === 0 && <Empty icon="search" title={texts.noneFound} />}
    </>
  );
};
