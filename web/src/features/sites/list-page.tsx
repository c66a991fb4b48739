import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { texts } from '@tocsin/contract/texts/sites';
import { useState } from 'react';
import { type Site, selectSite, useClients, useMe, useSites } from '../../domain/plant.ts';
import { mayAddSite } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { AddCard, CardGrid, PickCard, PickCardSkeleton } from '../../ui/card-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useTicking } from '../../ui/tick.ts';
import { minuteText, zoneText } from '../../ui/time.ts';
import { nextSorting, type Sorting, sorted } from './model.ts';
import { furtherSitesQuery } from './queries.ts';
import css from './sites.module.css';

const LocalTime = ({ zone }: { readonly zone: string }) => {
  const text = useTicking(() => `${minuteText(serverNow(), zone)} ${zoneText(serverNow(), zone)}`);
  return <span>{text}</span>;
};

/** The worst current state of the site. */
const SiteState = ({ site }: { readonly site: Site }) => {
  if (site.is_suspended) return <StatusTag severity="disabled" word={texts.suspended} />;
  const { total, alarm, warning, offline } = site.devices;
  if (alarm > 0) return <StatusTag severity="alarm" word={texts.alarm(alarm)} />;
  if (warning > 0) return <StatusTag severity="warning" word={texts.warning(warning)} />;
  if (offline > 0) return <StatusTag severity="offline" word={texts.offline(offline)} />;
  return total > 0 ? <StatusTag severity="ok" /> : <span />;
};

const SiteCard = ({ site, current }: { readonly site: Site; readonly current: boolean }) => {
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    await selectSite(site.id);
    await navigate({ to: '/devices' });
  };
  return (
    <PickCard
      title={site.title}
      onPick={open}
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
      <p>{site.address}</p>
      <p>{texts.devices(site.devices.total)}</p>
      {!site.alarms_are_mailed && <p>{texts.nobody}</p>}
    </PickCard>
  );
};

/** The first hundred sites, and as many more as have been requested. */
const useAllSites = (client: number | null) => {
  const first = useSites();
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
  const { client, site: current } = useSelection();
  const { sites, left, error, refetch, busy, more } = useAllSites(client);
  const clients = useClients();
  const [sorting, setSorting] = useState<Sorting>('newest');
  const company = clients.find((each) => each.id === client)?.company ?? me?.current_client?.company ?? '';
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={company === '' ? shell.entries.sites.label : texts.title(company)}
        back={(may(me, 'staff') || clients.length > 1) && <Link to="/clients">{texts.toClients}</Link>}
      >
        <Button icon={sorting === 'descending' ? 'up' : 'down'} onClick={() => setSorting(nextSorting(sorting))}>
          {texts.sort}
        </Button>
      </PageHeader>
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && (
        <CardGrid>
          {sites === undefined && <PickCardSkeleton count={6} />}
          {sorted(sites ?? [], sorting).map((site) => (
            <SiteCard key={site.id} site={site} current={site.id === current} />
          ))}
          {sites && me && mayAddSite(me) && (
            <AddCard label={texts.add} onAdd={() => void navigate({ to: '/sites/add/site' })} />
          )}
        </CardGrid>
      )}
      {left > 0 && (
        <p className={css.more}>
          <Button busy={busy} onClick={more}>
            {texts.more(left)}
          </Button>
        </p>
      )}
      {sites?.length === 0 && <Empty icon="site" title={texts.empty} />}
    </>
  );
};
