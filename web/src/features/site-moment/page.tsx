import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { aroundMomentMs } from '@tocsin/contract/site-moment';
import { texts } from '@tocsin/contract/texts/site-moment';
import { useEffect, useState } from 'react';
import { NotesAround } from '../../domain/notes-around.tsx';
import { useKnownSite } from '../../domain/plant.ts';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Note, Text } from '../../ui/layout.tsx';
import { PageHeader, Tools } from '../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useEventCallback } from '../../ui/use-event-callback.ts';
import { DeviceCard } from './components/device-card.tsx';
import { EventsAround } from './components/events.tsx';
import { MomentPicker } from './components/moment-picker.tsx';
import css from './page.module.css';
import { lastEventQuery, siteMomentQuery } from './queries.ts';

const copyLink = (shownAt: string): void => {
  // The address of 'now' has no time, but the copied link must contain the shown moment.
  const address = new URL(location.href);
  address.searchParams.set('at', shownAt);
  void navigator.clipboard.writeText(address.href).then(
    () => showToast('success', texts.copied),
    () => showToast('warning', texts.notCopied),
  );
};

/** All devices of a site at one moment, worst first, and the events around it. */
export const SiteMomentPage = () => {
  const { id } = useParams({ from: '/frame/sites/$id/moment' });
  const { at: wanted } = useSearch({ from: '/frame/sites/$id/moment' });
  const navigate = useNavigate();
  const siteId = Number(id);
  const known = useKnownSite(siteId);
  useSiteOfPage(known);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    siteMomentQuery(siteId, wanted),
  );
  const [shown] = data?.pages ?? [];
  const devices = data?.pages.flatMap((page) => page.results) ?? [];
  const [hasChosen, setChosen] = useState(wanted !== undefined);
  const go = (at: number | null, replace = false): void => {
    setChosen(true);
    void navigate({
      to: '/sites/$id/moment',
      params: { id },
      search: at === null ? {} : { at: new Date(at).toISOString() },
      resetScroll: false,
      replace,
    });
  };
  // Opens at the last event where nothing stands: the worst device is first.
  const isCalm = devices[0]?.alarms === 0 && devices[0].warnings === 0 && devices[0].offline_since === null;
  const { data: last } = useQuery({ ...lastEventQuery(siteId), enabled: isCalm && !hasChosen });
  const lastAt = last?.results[0]?.date_created;
  const openAt = useEventCallback((event: string | undefined) => {
    if (event !== undefined && !hasChosen) go(Date.parse(event), true);
  });
  useEffect(() => openAt(lastAt), [openAt, lastAt]);
  const at = shown === undefined ? 0 : Date.parse(shown.at);
  return (
    <>
      <PageHeader title={texts.title} about={shown && exactText(at, shown.site.timezone)}>
        {shown && (
          <Tools label={texts.copy}>
            <Button icon="copy" onClick={() => copyLink(shown.at)}>
              {texts.copy}
            </Button>
          </Tools>
        )}
      </PageHeader>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!error && !shown && <Loading />}
      {shown && !error && (
        <>
          {lastAt !== undefined && Date.parse(lastAt) === at && (
            <Note padding="0 var(--page-pad) 8px">{texts.lastEvent}</Note>
          )}
          <MomentPicker at={at} isNow={wanted === undefined} zone={shown.site.timezone} onMoment={go} />
          <section className={css.part}>
            <h2>{texts.devices}</h2>
            {devices.length === 0 && <Empty icon="device" title={texts.noDevices} />}
            <Grid
              as="ul"
              columns="repeat(auto-fill, minmax(min(420px, 100%), 1fr))"
              gap="var(--grid-gap)"
              align="start"
              padding="0 var(--page-pad) 16px"
              aria-label={texts.devices}
            >
              {devices.map((device) => (
                <DeviceCard key={device.id} device={device} at={at} zone={shown.site.timezone} />
              ))}
            </Grid>
            {hasNextPage && (
              <Text as="div" padding="0 var(--page-pad) 16px">
                <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {texts.more(devices.length, shown.count)}
                </Button>
              </Text>
            )}
          </section>
          <EventsAround shown={shown} at={at} />
          <NotesAround site={siteId} device={null} at={at} aroundMs={aroundMomentMs} zone={shown.site.timezone} />
        </>
      )}
    </>
  );
};
