import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ProofCount } from '@tocsin/contract/site-overview';
import { texts as types } from '@tocsin/contract/texts/device-templates';
import { texts } from '@tocsin/contract/texts/devices';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { texts as status } from '@tocsin/contract/texts/status';
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { useMe } from '../../domain/me.ts';
import { devicesOverviewQuery } from '../../domain/overview.ts';
import { type Device, selectDevice, selectSite, shownType, useDevices, useSite } from '../../domain/plant.ts';
import { mayAddDevice } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { shownNow } from '../../live/clock.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { AddCard, CardGrid, PickCard, PickCardSkeleton } from '../../ui/card-grid.tsx';
import { CardPages, pageWithin } from '../../ui/card-pages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Failed } from '../../ui/states.tsx';
import { coverageOf, StatusSummary } from '../../ui/status-summary.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { useSessionState } from '../../ui/use-session-state.ts';
import {
  type ActiveCounts,
  activeByDevice,
  cardSeverity,
  deviceOrders,
  foundDevices,
  searchedFrom,
  sortedDevices,
} from './model.ts';

/** The word on a device's tag if it differs from the severity's own: the administrative state unless it is in alarm. */
const wordOf = (device: Device): { readonly word?: string } => {
  const severity = cardSeverity(device);
  if (device.state === 'Suspended') return { word: texts.suspended };
  if (device.state === 'Active' && (severity === 'alarm' || severity === 'warning')) return {};
  return { word: status.deviceStates[device.state] };
};

interface CardProps {
  readonly device: Device;
  readonly current: boolean;
  readonly active: ActiveCounts | undefined;
  readonly proof: ProofCount | undefined;
}

const DeviceCard = ({ device, current, active, proof }: CardProps) => {
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
      {shownType(device).label}
      {device.serial_number ? `, ${device.serial_number}` : ''}
      <StatusSummary
        lastFrameAt={device.last_seen === null ? null : Date.parse(device.last_seen)}
        now={shownNow}
        zone={device.timezone}
        alarms={active?.alarms ?? 0}
        warnings={active?.warnings ?? 0}
        proof={proof}
      />
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

/** Number of cards per page: divisible by two, three, four and five columns. */
const pageSize = 60;

const orders = deviceOrders.map((key) => ({ key, label: texts.orders[key] }));

/** The devices of the selected site; /devices/{site id} selects that site first. `children`: further actions. */
export const DeviceListPage = ({ children }: { readonly children: ReactNode }) => {
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
  const [storedOrder, setOrder] = useSessionState('devices:order', 'name');
  const order = deviceOrders.find((each) => each === storedOrder) ?? 'name';
  const { rows } = useNotifications();
  const active = useMemo(() => activeByDevice(rows), [rows]);
  const overview = useQuery(devicesOverviewQuery(selected)).data;
  const proofOf = useMemo(() => new Map(overview?.map(({ id: device, proof }) => [device, proof])), [overview]);
  const coverage = (device: number): number | null => coverageOf(proofOf.get(device) ?? { sensors: 0, ok: 0 });
  const [storedPage, setPage] = useSessionState(`devices:${selected}:page`, 1);
  const isPrinting = usePrinting();
  const matches = devices && sortedDevices(foundDevices(devices, deferredSearch), order, active, coverage);
  const page = pageWithin(storedPage, pageSize, matches?.length ?? 0);
  const shown = isPrinting ? matches : matches?.slice((page - 1) * pageSize, page * pageSize);
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
  const params = { id: String(siteId ?? selected) };
  // The site states its number of devices before their list has arrived.
  const count = devices?.length ?? site?.devices.total;
  return (
    <>
      <PageHeader
        title={site ? texts.title(site.title) : shell.entries.devices.label}
        back={<Link to="/sites">{texts.toSites}</Link>}
        toolbar={
          <>
            <span>{count === undefined ? '' : texts.count(count)}</span>
            {isSearched && (
              <SearchBox
                value={text}
                placeholder={texts.find}
                onChange={(next) => {
                  setText(next);
                  setPage(1);
                }}
              />
            )}
            {count !== undefined && count > 1 && (
              <Segments
                label={texts.order}
                items={orders}
                current={order}
                onPick={(next) => {
                  setOrder(next);
                  setPage(1);
                }}
              />
            )}
          </>
        }
      >
        <Button icon="clock" onClick={() => void navigate({ to: '/sites/$id/moment', params })}>
          {texts.atMoment}
        </Button>
        <Button icon="copy" onClick={() => void navigate({ to: '/device-types', search: {} })}>
          {types.title}
        </Button>
        <Button icon="screen" onClick={() => void navigate({ to: '/sites/$id/wall', params })}>
          {texts.wall}
        </Button>
        {children}
      </PageHeader>
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && (
        <CardGrid>
          {(data === undefined || me === undefined) && <PickCardSkeleton count={6} />}
          {me &&
            shown?.map((device) => (
              <DeviceCard
                key={device.id}
                device={device}
                current={device.id === current}
                active={active.get(device.id)}
                proof={proofOf.get(device.id)}
              />
            ))}
          {me && data && mayAddDevice(me) && (
            <AddCard label={texts.add} onAdd={() => void navigate({ to: '/devices/add' })} />
          )}
        </CardGrid>
      )}
      {!error && matches && <CardPages page={page} size={pageSize} total={matches.length} onPage={setPage} />}
      {data?.count === 0 && <Empty icon="device" title={texts.empty} />}
      {data && data.count > 0 && matches?.length === 0 && <Empty icon="search" title={texts.noneFound} />}
    </>
  );
};
