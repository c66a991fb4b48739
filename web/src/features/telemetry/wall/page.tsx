import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts as notifications } from '@tocsin/contract/texts/notifications';
import { texts as protectionTexts } from '@tocsin/contract/texts/protection';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import { texts as walking } from '@tocsin/contract/texts/walk-tests';
import { texts } from '@tocsin/contract/texts/wall';
import { type CSSProperties, useEffect, useState } from 'react';
import { useStored } from '../../../api/use-stored.ts';
import { useCurves } from '../../../domain/hour-curves.ts';
import { incidentsByDevice } from '../../../domain/incident-story.ts';
import { useMe } from '../../../domain/me.ts';
import { MonthText, useMonthShare } from '../../../domain/month-share.tsx';
import { devicesOverviewQuery } from '../../../domain/overview.ts';
import { selectDevice, useKnownSite } from '../../../domain/plant.ts';
import { serverNow, shownNow } from '../../../live/clock.ts';
import { openIncidents, useIncidents, useOutdatedSince } from '../../../live/incidents.ts';
import { openNotifications } from '../../../live/notifications.ts';
import { Age } from '../../../ui/age.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Empty } from '../../../ui/states.tsx';
import { usePageTitle, useTabSign } from '../../../ui/tab-sign.ts';
import { useTicking } from '../../../ui/tick.ts';
import { browserZone, zonedMinuteText } from '../../../ui/time.ts';
import { protectionCountQuery } from '../queries.ts';
import css from './page.module.css';
import { hasPanel, headFit, levelOf, wallPages, wordsOf } from './pages.ts';
import { TodoPanel, WallTile } from './tile.tsx';
import { useRotation } from './use-rotation.ts';
import { useWall } from './use-wall.ts';

/** A number in the head with its word; none for 0, a dash where it was not read. */
interface Chip {
  readonly icon: IconName;
  readonly look: string | undefined;
  readonly count: number | null;
  readonly text: string;
  /** Its words are the first that get small where the head has no room. */
  readonly yields?: true;
}

/** Whether the page scrolls, as in its styles. */
const isSmall = (): boolean => innerWidth < 900;

/** Controls are hidden after this time without mouse movement. */
const idleMs = 3_000;

const useMoving = (): boolean => {
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = (): void => {
      setMoving(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoving(false), idleMs);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('keydown', onMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('keydown', onMove);
    };
  }, []);
  return moving;
};

/** Keeps the screen awake, if the browser supports it. */
const useAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const hold = (): void => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (held) => {
          lock = held;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
};

interface ChipsProps {
  readonly chips: readonly Chip[];
  readonly words: ReturnType<typeof headFit>['words'];
}

const Chips = ({ chips, words }: ChipsProps) =>
  chips.map(({ icon, look, count, text }, n) => {
    // On a phone, where they go on in a second row, only the worst is large.
    const own = isSmall() && n > 0 ? 'small' : words.get(n);
    return (
      <Row key={icon + look} as="span" inline weight={600} className={`${css.chip} ${look}`} title={text}>
        <Icon name={icon} />
        {count === null ? '–' : own === undefined ? text : `${count} `}
        {count !== null && own === 'small' && <small>{wordsOf(text, count)}</small>}
      </Row>
    );
  });

const Clock = ({ zone }: { readonly zone: string }) => (
  <Text as="time" weight={600} letterSpacing="-0.02em" className={css.clock}>
    {useTicking(() => zonedMinuteText(serverNow(), zone))}
  </Text>
);

const Month = ({ site }: { readonly site: number | null }) => {
  const month = useMonthShare(site);
  return (
    site !== null &&
    month && (
      <span className={css.live}>
        <MonthText site={site} month={month} />
      </span>
    )
  );
};

/** Wall display of one site, readable from across the room: abnormal devices are large, normal ones small. */
export const WallPage = () => {
  const { id } = useParams({ strict: false });
  const site = useKnownSite(Number(id));
  const me = useMe();
  const { tiles, socket, newest, notRecorded, shelved, armed, cleared, limits, devices } = useWall(Number(id));
  const overview = useQuery(devicesOverviewQuery(Number(id))).data;
  const protection = useQuery(protectionCountQuery(Number(id))).data;
  const notProtecting = protection?.needs_somebody ?? protection?.count ?? null;
  const deadOf = (device: number): number =>
    protection?.by_device.find((one) => one.id === device)?.suspected_dead ?? 0;
  const [hours, setHours] = useStored('wallHours', 'false', 'true');
  const showsHours = hours === 'true';
  const navigate = useNavigate();
  const moving = useMoving();
  useAwake();
  // Elsewhere the header opens notifications. The wall has none, but shows first-out alarms and priorities.
  useEffect(() => openNotifications(), []);
  useEffect(() => openIncidents(), []);
  usePageTitle(site ? texts.title(site.title) : '');
  const zone = site?.timezone ?? browserZone();
  const count = (severity: string): number => tiles.filter((tile) => tile.severity === severity).length;
  const { list } = useIncidents();
  const running = incidentsByDevice(list?.results ?? []);
  const incidentOf = (device: number | undefined) =>
    running.get(device ?? 0)?.incident ??
    list?.results.find((one) => one.unacknowledged > 0 && one.devices.some(({ id }) => id === device));
  const pages = wallPages(tiles, (device) => incidentOf(device) !== undefined);
  const { page, turn } = useRotation(pages.length, moving);
  const rows = pages[page] ?? [];
  const shown = rows.flatMap((row) => row.tiles);
  const curves = useCurves(
    Number(id),
    shown.flatMap((tile) => (tile.path === null ? [] : [`${tile.id}.${tile.path}`])),
  );
  const overviews = new Map(overview?.map((each) => [each.id, each]));
  const beside = incidentOf(shown[0]?.id);
  const outdated = useOutdatedSince();
  const worst = (['alarm', 'warning'] as const).find((severity) => count(severity) > 0);
  useTabSign(worst ?? (socket === 'down' ? 'lost' : null), worst ? texts[`${worst}s`](count(worst)) : '');
  const [alarms, warnings, offline] = [count('alarm'), count('warning'), count('offline')];
  const listed: readonly Chip[] = [
    { icon: 'bellSolid', look: css.alarm, count: alarms, text: texts.inAlarm(alarms) },
    { icon: 'warningSolid', look: css.warning, count: warnings, text: texts.inWarning(warnings) },
    { icon: 'brokenLink', look: css.offline, count: offline, text: texts.offline(offline) },
    { icon: 'bell', look: css.protection, count: cleared, text: notifications.bellCleared(String(cleared)) },
    { icon: 'clock', look: css.protection, count: shelved, text: notifications.shelvedCount(shelved), yields: true },
    { icon: 'wrench', look: css.hatched, count: armed, text: `${walking.title}: ${walking.armed(armed)}` },
    {
      icon: 'brokenLink',
      look: `${css.protection} ${css.hatched}`,
      count: notProtecting,
      text: protectionTexts.need(notProtecting ?? 0),
    },
  ];
  const chips = listed.filter(({ count: shows }) => shows !== 0);
  const fit = headFit(site?.title ?? '', chips, pages.length > 1);
  // The name of the site and the words of the numbers come before a reassurance.
  const live = socket === 'open' && newest !== null && (isSmall() || fit.hasLive) && (
    <span className={css.live}>
      {texts.live}, <Age at={newest} now={shownNow} zone={zone} />
    </span>
  );
  const open = async (device: number): Promise<void> => {
    await selectDevice(device, Number(id));
    await navigate({ to: '/dashboard' });
  };
  return (
    <Stack
      as="main"
      grows
      position="fixed"
      inset={0}
      background="var(--canvas)"
      tone="plain"
      overflow="hidden"
      className={`theme-dark ${css.wall}`}
      aria-label={texts.title(site?.title ?? '')}
    >
      <Row as="header" whiteSpace="nowrap" className={css.head}>
        <h1>{site?.title}</h1>
        <Chips chips={chips} words={fit.words} />
        {isSmall() && live}
        <Row as="span" flex="none" marginLeft="auto" className={css.right}>
          <Month site={showsHours ? Number(id) : null} />
          {pages.length > 1 && <span className={css.live}>{texts.page(page + 1, pages.length)}</span>}
          {moving && (
            <Row as="span" align="stretch">
              {pages.length > 1 && (
                <>
                  <IconButton icon="left" label={texts.previousPage} onClick={() => turn(-1)} />
                  <IconButton icon="right" label={texts.nextPage} onClick={() => turn(1)} />
                </>
              )}
              <IconButton
                icon="shield"
                label={hourTexts.title}
                aria-pressed={showsHours}
                onClick={() => setHours(showsHours ? 'false' : 'true')}
              />
              <IconButton
                icon="fullScreen"
                label={texts.fullScreen}
                onClick={() => void document.documentElement.requestFullscreen()}
              />
              {me?.kind === 'person' && (
                <IconButton icon="close" label={texts.leave} onClick={() => void navigate({ to: '/devices' })} />
              )}
            </Row>
          )}
          {outdated !== null && <span className={css.live}>{incidents.asOf(zonedMinuteText(outdated, zone))}</span>}
          {!isSmall() && live}
          <Clock zone={zone} />
        </Row>
      </Row>
      {socket === 'down' && (
        <Text as="p" borderRadius="var(--r-wall)" background="var(--alarm)" weight={600} className={css.lost}>
          {texts.lost}
        </Text>
      )}
      {notRecorded && (
        <Text as="p" borderRadius="var(--r-wall)" background="var(--alarm)" weight={600} className={css.lost}>
          {texts.notRecorded}
        </Text>
      )}
      {devices.length === 0 && <Empty icon="device" title={texts.empty} />}
      <div
        className={css.rows}
        style={{ gridTemplateRows: rows.map(({ weight }) => `minmax(0, ${weight}fr)`).join(' ') }}
      >
        {rows.map((row) => (
          <div
            key={row.tiles[0]?.id}
            className={css.row}
            style={
              {
                '--columns': row.shares.map((share) => `minmax(0, ${share}fr)`).join(' '),
                '--s': row.scale.toFixed(3),
              } as CSSProperties
            }
          >
            {row.tiles.map((tile) => (
              <WallTile
                key={tile.id}
                tile={tile}
                level={levelOf(tile)}
                isAlone={row.level === 'alarm' && row.tiles.length === 1}
                isNarrow={row.level === 'alarm' && row.shares.length > 2}
                zone={zone}
                limit={limits.get(`${tile.id} ${tile.path}`) ?? null}
                points={curves.get(`${tile.id}.${tile.path}`)}
                overview={overviews.get(tile.id)}
                incident={running.get(tile.id)?.incident}
                dead={deadOf(tile.id)}
                onOpen={() => void open(tile.id).catch(() => undefined)}
              />
            ))}
            {hasPanel(row) && beside && <TodoPanel incident={beside} />}
          </div>
        ))}
      </div>
    </Stack>
  );
};
