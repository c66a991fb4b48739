import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import type { SiteOverview } from '@tocsin/contract/site-overview';
import type { Severity } from '@tocsin/contract/status';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { texts } from '@tocsin/contract/texts/sites';
import { useMemo, useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { sitesOverviewQuery } from '../../domain/overview.ts';
import { type Site, selectSite, useClients, useSites } from '../../domain/plant.ts';
import { mayAddSite } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { serverNow, shownNow } from '../../live/clock.ts';
import { useRefetchOnArrival } from '../../live/refetch-on-arrival.ts';
import { Button } from '../../ui/button.tsx';
import { AddCard, CardGrid, PickCard, PickCardSkeleton } from '../../ui/card-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Failed } from '../../ui/states.tsx';
import { StatusSummary } from '../../ui/status-summary.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useTicking } from '../../ui/tick.ts';
import { minuteText, zoneText } from '../../ui/time.ts';
import { usePhone } from '../../ui/use-media.ts';
import { type MapSite, SiteMap } from './map/site-map.tsx';
import { nextSorting, type Sorting, siteOrders, sorted } from './model.ts';
import { NowSection } from './now/now-section.tsx';
import { furtherSitesQuery } from './queries.ts';
import { SiteDevices } from './site-devices.tsx';

const LocalTime = ({ zone }: { readonly zone: string }) => {
  const text = useTicking(() => `${minuteText(serverNow(), zone)} ${zoneText(serverNow(), zone)}`);
  return <span>{text}</span>;
};

/** The worst current state at the site; null: it has no devices. */
const stateOf = ({ is_suspended, devices }: Site): { readonly severity: Severity; readonly word: string } | null => {
  if (is_suspended) return { severity: 'disabled', word: texts.suspended };
  const { total, alarm, warning, offline } = devices;
  if (alarm > 0) return { severity: 'alarm', word: texts.alarm(alarm) };
  if (warning > 0) return { severity: 'warning', word: texts.warning(warning) };
  if (offline > 0) return { severity: 'offline', word: texts.offline(offline) };
  return total > 0 ? { severity: 'ok', word: texts.allOk } : null;
};

const SiteState = ({ site }: { readonly site: Site }) => {
  const state = stateOf(site);
  return state === null ? <span /> : <StatusTag severity={state.severity} word={state.word} />;
};

/** The sites that have coordinates. */
const onMap = (sites: readonly Site[], overviewOf: ReadonlyMap<number, SiteOverview>): readonly MapSite[] =>
  sites.flatMap((site) => {
    const { id, title, latitude = null, longitude = null } = site;
    if (latitude === null || longitude === null) return [];
    const { alarms = 0, warnings = 0 } = overviewOf.get(id) ?? {};
    const state = stateOf(site) ?? { severity: 'no-data', word: '' };
    return [{ id, title, latitude, longitude, alarms, warnings, ...state }];
  });

/** With fewer sites than this, a map says less than their cards, which have room for their devices. */
const mapFrom = 5;

/** Events of this time make the cards read once more: in a storm no reader asks more often. */
const arrivalMs = 3_000;
const againMs = 30_000;

const orders = siteOrders.map((key) => ({ key, label: texts.orders[key] }));

interface CardProps {
  readonly site: Site;
  readonly current: boolean;
  readonly overview: SiteOverview | undefined;
  /** Whether its devices are listed. */
  readonly isDetailed: boolean;
  readonly open: (id: number) => Promise<void>;
}

const SiteCard = ({ site, current, overview, isDetailed, open }: CardProps) => {
  return (
    <PickCard
      title={site.title}
      onPick={() => open(site.id)}
      current={current}
      action={
        may(site, 'site.edit') && (
          <Link
            to="/sites/edit/$id"
            params={{ id: String(site.id) }}
            title={texts.edit}
            aria-label={`${texts.edit}: ${site.title}`}
          >
            <Icon name="edit" size={18} />
          </Link>
        )
      }
      footer={
        <>
          <SiteState site={site} />
          <LocalTime zone={site.timezone} />
        </>
      }
    >
      {!isDetailed && <p>{`${site.address}\n${texts.devices(site.devices.total)}`}</p>}
      {overview && (
        <StatusSummary
          lastFrameAt={overview.last_frame_at === null ? null : Date.parse(overview.last_frame_at)}
          now={shownNow}
          zone={site.timezone}
          alarms={overview.alarms}
          warnings={overview.warnings}
          proof={overview.proof}
        />
      )}
      {isDetailed && <SiteDevices site={site} />}
      {!site.alarms_are_mailed && <p>{texts.nobody}</p>}
    </PickCard>
  );
};

/** The first hundred sites, and further ones as requested. */
const useAllSites = (client: number | null) => {
  const first = useSites(againMs);
  const [isRequested, setIsRequested] = useState(false);
  const further = useInfiniteQuery({ ...furtherSitesQuery(client), enabled: isRequested });
  const others = isRequested ? (further.data?.pages.flatMap((page) => page.results) ?? []) : [];
  const sites = first.data && [...first.data.results, ...others];
  return {
    sites,
    left: first.data && sites ? first.data.count - sites.length : 0,
    error: first.error ?? further.error,
    refetch: first.refetch,
    busy: further.isFetching,
    more: () => (isRequested ? void further.fetchNextPage() : setIsRequested(true)),
  };
};

export const SiteListPage = () => {
  const me = useMe();
  const phone = usePhone();
  const { client, site: current } = useSelection();
  const { sites, left, error, refetch, busy, more } = useAllSites(client);
  const clients = useClients();
  const [sorting, setSorting] = useState<Sorting>('worst');
  const company = clients.find((each) => each.id === client)?.company ?? me?.current_client?.company ?? '';
  const navigate = useNavigate();
  const overview = useQuery(sitesOverviewQuery(client)).data;
  // State, counts and devices of the cards.
  useRefetchOnArrival('sites', arrivalMs);
  useRefetchOnArrival('sites-overview', arrivalMs);
  useRefetchOnArrival('moment', arrivalMs);
  const overviewOf = useMemo(() => new Map(overview?.map((each) => [each.id, each])), [overview]);
  const located = useMemo(() => onMap(sites ?? [], overviewOf), [sites, overviewOf]);
  const open = async (id: number): Promise<void> => {
    await selectSite(id);
    await navigate({ to: '/devices' });
  };
  const isDetailed = sites !== undefined && sites.length + left < mapFrom;
  const order = (
    <>
      {sites && sites.length > 1 && (
        <Segments label={texts.order} items={orders} current={sorting} onPick={setSorting} />
      )}
      <Button icon={sorting === 'descending' ? 'up' : 'down'} onClick={() => setSorting(nextSorting(sorting))}>
        {texts.sort}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader
        title={company === '' ? shell.entries.sites.label : texts.title(company)}
        back={(may(me, 'staff') || clients.length > 1) && <Link to="/clients">{texts.toClients}</Link>}
      >
        {!phone && order}
      </PageHeader>
      <NowSection client={client} />
      {phone && (
        <Text as="details" padding="0 16px 8px">
          <Row as="summary" gap={8} minHeight={44} tone="brand" weight={550}>
            <Icon name="sliders" size={16} />
            {texts.order}
          </Row>
          {order}
        </Text>
      )}
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && (
        <CardGrid least={isDetailed ? 460 : 280}>
          {sites === undefined && <PickCardSkeleton count={6} />}
          {sorted(sites ?? [], sorting, overviewOf).map((site) => (
            <SiteCard
              key={site.id}
              site={site}
              current={site.id === current}
              overview={overviewOf.get(site.id)}
              isDetailed={isDetailed}
              open={open}
            />
          ))}
          {sites && me && mayAddSite(me) && (
            <AddCard label={texts.add} onAdd={() => void navigate({ to: '/sites/add/site' })} />
          )}
        </CardGrid>
      )}
      {left > 0 && (
        <Text as="p" padding="0 var(--page-pad) 20px">
          <Button busy={busy} onClick={more}>
            {texts.more(left)}
          </Button>
        </Text>
      )}
      {located.length >= mapFrom && <SiteMap sites={located} onOpen={(id) => void open(id).catch(() => undefined)} />}
      {sites?.length === 0 && <Empty icon="site" title={texts.empty} />}
    </>
  );
};
