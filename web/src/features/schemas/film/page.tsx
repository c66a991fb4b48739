import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Tab as SavedTab } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/film';
import { texts as schemas } from '@tocsin/contract/texts/schemas';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { PageTabs } from '../../../ui/page-header.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { usePageTitle } from '../../../ui/tab-sign.ts';
import { exactText } from '../../../ui/time.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { addresses } from '../addresses.ts';
import { documentOfTab } from '../canvas/saved-tab.ts';
import type { Tab } from '../canvas/tab.ts';
import { tabOf } from '../canvas/tab-document.ts';
import { StoreFeed } from '../live/feed.tsx';
import css from '../live/live.module.css';
import { trailOf } from '../live/trail-events.ts';
import { PlantView } from '../live/view.tsx';
import { isRefused, tabQuery, useSiteOf } from '../queries.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { FilmEvents, type OtherTab, useFilmHour } from './events.tsx';
import filmCss from './film.module.css';
import { FilmPlayer } from './player.tsx';
import { drawingQuery, filmEventsQuery } from './queries.ts';
import { useFilm } from './use-film.ts';
import { FilmWorkspace } from './workspace.tsx';

const minute = 60_000;

interface FilmProps {
  readonly tabId: number;
  readonly tab: Tab;
  readonly others: readonly OtherTab[];
  readonly begin: number;
  readonly zone: string;
  /** The header, which names the moment. */
  readonly head: (at: number) => ReactNode;
  readonly onMoment: (at: number, tab?: number) => void;
}

/** Where nobody asked for a moment it opens at the first event of the hour before that is drawn. */
const OpeningFilm = ({ isUnasked, ...props }: FilmProps & { readonly isUnasked: boolean }) => {
  const [opened] = useState(isUnasked ? props.begin : null);
  const hour = filmEventsQuery(props.tabId, (opened ?? 0) - 60 * minute, opened ?? 0);
  const recent = useQuery({ ...hour, enabled: opened !== null });
  if (recent.isLoading)
    return (
      <>
        {props.head(props.begin)}
        <Loading />
      </>
    );
  const begun = recent.data?.results.filter(({ at }) => at >= props.begin - 60 * minute) ?? [];
  const first = trailOf(props.tab.machines, begun).at(-1)?.at;
  return <FilmContent {...props} begin={first ?? props.begin} />;
};

const FilmContent = ({ tabId, tab, others, begin, zone, head, onMoment }: FilmProps) => {
  const film = useFilm(tabId, tab.machines, begin);
  const { store, at, speed, hasFailed, goTo } = film;
  const hour = useFilmHour(tabId, at);
  // The address contains the moment, so that it can be shared; it is not updated while playing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when playback stops or the moment is changed.
  useEffect(() => {
    if (speed === 0) onMoment(at);
  }, [at, speed]);
  return (
    <>
      {head(at)}
      <FilmPlayer {...hour} film={film} zone={zone} />
      {hasFailed && <Failed text={texts.failed} again={() => goTo(at)} />}
      {store === null && !hasFailed && <Loading />}
      {store !== null && !hasFailed && (
        <StoreFeed store={store}>
          <PlantView>
            <FilmWorkspace tab={tab} zone={zone}>
              <FilmEvents
                events={hour.events}
                machines={tab.machines}
                others={others}
                at={at}
                zone={zone}
                goTo={goTo}
                onTab={onMoment}
              />
            </FilmWorkspace>
          </PlantView>
        </StoreFeed>
      )}
    </>
  );
};

/** The tabs as drawings, as far as they are read. */
const otherTabs = (tabs: readonly { readonly data?: SavedTab | undefined }[]): OtherTab[] =>
  tabs.flatMap(({ data }) =>
    data ? [{ id: data.id, name: data.name, machines: tabOf(documentOfTab(data)).machines }] : [],
  );

/** The time machine: a plant drawing at any moment and as a film, in the version that was published then. */
export const FilmPage = () => {
  const { siteId } = useIds();
  const { at: wanted, tab: wantedTab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const site = useSiteOf(siteId);
  useSelectedSite(site.data);
  const [begin] = useState(() => (wanted === undefined ? Math.floor(serverNow()) : Date.parse(wanted)));

  const [at, setAt] = useState(begin);
  const drawing = useQuery(drawingQuery(siteId, at));
  const tabs = drawing.data?.tabs ?? [];
  const tabId = tabs.find(({ id }) => id === wantedTab)?.id ?? tabs[0]?.id ?? 0;
  const others = useQueries({
    queries: tabs.filter(({ id }) => id !== tabId).map(({ id }) => tabQuery(id)),
    combine: otherTabs,
  });
  const saved = useQuery({ ...tabQuery(tabId), enabled: tabId > 0 });
  const tab = useMemo(() => (saved.data === undefined ? null : tabOf(documentOfTab(saved.data))), [saved.data]);
  const isPhone = usePhone();
  usePageTitle(texts.page(drawing.data?.name ?? ''));
  const show = (moment: number, nextTab: number): void => {
    setAt(moment);
    // Stopping the playback while another page opens must not navigate back.
    if (!router.latestLocation.pathname.endsWith('/film')) return;
    void navigate({
      to: '/visual-dashboard/site/$siteId/film',
      params: { siteId: String(siteId) },
      search: { at: new Date(moment).toISOString(), ...(nextTab > 0 ? { tab: nextTab } : {}) },
      replace: true,
    });
  };
  const again = () => Promise.all([site.refetch(), drawing.refetch(), saved.refetch()]);
  if (isRefused(site.error)) return <NotAllowed text={schemas.notAllowed} />;
  if (isRefused(drawing.error))
    return (
      <Empty icon="plant" title={texts.none}>
        <Link to={addresses.list(siteId)}>{schemas.area}</Link>
      </Empty>
    );
  const error = site.error ?? drawing.error ?? saved.error;
  if (error) return <Failed text={texts.failed} again={() => void again()} />;
  if (!site.data || !drawing.data) return <Loading />;
  if (tabs.length === 0) return <Empty icon="plant" title={texts.noTabs} />;
  const zone = site.data.timezone;
  const published = exactText(Date.parse(drawing.data.published_at), zone);
  const head = (moment: number) => (
    <Row
      as="header"
      wrap
      gap={isPhone ? '4px 12px' : '4px 24px'}
      padding="0 var(--page-pad) 4px"
      borderBottom="1px solid var(--line)"
      className={filmCss.head}
    >
      <PageTabs isInline />
      <Text as="div" flex={1} minWidth={150}>
        <h1>{texts.past(exactText(moment, zone))}</h1>
        {(drawing.data.is_later || !isPhone) && (
          <Text as="p" tone="quiet">
            {drawing.data.is_later ? texts.later(published) : `${drawing.data.name}. ${texts.drawing(published)}`}
          </Text>
        )}
      </Text>
      {tabs.length > 1 && (
        <Segments
          label={texts.tabs}
          items={tabs.map(({ id, name }) => ({ key: String(id), label: name }))}
          current={String(tabId)}
          onPick={(id) => show(at, Number(id))}
        />
      )}
      {!isPhone && <Link to={addresses.tab(siteId, drawing.data.schema, tabId)}>{texts.toLive}</Link>}
    </Row>
  );
  return (
    <Stack grows position="absolute" inset={0} background="var(--surface)" className={css.page}>
      {tab === null ? (
        <>
          {head(at)}
          <Loading />
        </>
      ) : (
        <OpeningFilm
          key={tabId}
          tabId={tabId}
          tab={tab}
          others={others}
          begin={at}
          isUnasked={wanted === undefined}
          zone={zone}
          head={head}
          onMoment={(moment, next = tabId) => show(moment, next)}
        />
      )}
    </Stack>
  );
};
