import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { AddCard, CardGrid, PickCard, PickCardBones } from '../../kit/card-grid.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useTicking } from '../../kit/tick.ts';
import { minuteText, zoneText } from '../../kit/time.ts';
import { serverNow } from '../../wire/clock.ts';
import { type Site, selectSite, useClients, useMe, useSites } from '../../wire/plant.ts';
import { useSelection } from '../../wire/selection.ts';
import { nextSorting, type Sorting, sorted } from './model.ts';
import { texts } from './texts.ts';

const LocalTime = ({ zone }: { readonly zone: string }) => {
  const text = useTicking(() => `${minuteText(serverNow(), zone)} ${zoneText(serverNow(), zone)}`);
  return <span>{text}</span>;
};

/** The worst that holds at the site now. */
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
        site.can_edit && (
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
      foot={
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

export const SiteListPage = () => {
  const me = useMe();
  const { client, site: current } = useSelection();
  const { data, error, refetch } = useSites();
  const clients = useClients();
  const [sorting, setSorting] = useState<Sorting>('newest');
  const company = clients.find((each) => each.id === client)?.company ?? me?.current_client?.company ?? '';
  const edit = me?.can_edit ?? false;
  const mayAdd = edit || me?.is_oem || me?.is_superuser;
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={company === '' ? 'Sites' : texts.title(company)}
        back={(me?.is_staff || clients.length > 1) && <Link to="/clients">{texts.toClients}</Link>}
      >
        <Button icon={sorting === 'descending' ? 'up' : 'down'} onClick={() => setSorting(nextSorting(sorting))}>
          {texts.sort}
        </Button>
      </PageHeader>
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && (
        <CardGrid>
          {data === undefined && <PickCardBones count={6} />}
          {sorted(data?.results ?? [], sorting).map((site) => (
            <SiteCard key={site.id} site={site} current={site.id === current} />
          ))}
          {data && mayAdd && (
            <AddCard label={texts.add} onAdd={edit ? () => void navigate({ to: '/sites/add/site' }) : undefined} />
          )}
        </CardGrid>
      )}
      {data?.count === 0 && <Empty icon="site" title={texts.empty} />}
    </>
  );
};
