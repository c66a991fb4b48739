import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { texts as notifications } from '@tocsin/contract/texts/notifications';
import { texts as protectionTexts } from '@tocsin/contract/texts/protection';
import { texts } from '@tocsin/contract/texts/wall';
import { type CSSProperties, useEffect, useState } from 'react';
import { selectDevice, useKnownSite, useMe } from '../../../domain/plant.ts';
import { serverNow, shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Empty } from '../../../ui/states.tsx';
import { usePageTitle, useTabSign } from '../../../ui/tab-sign.ts';
import { useTicking } from '../../../ui/tick.ts';
import { browserZone, zonedMinuteText } from '../../../ui/time.ts';
import { protectionCountQuery } from '../queries.ts';
import { rowsOf, wallBlocks } from './model.ts';
import css from './page.module.css';
import { WallTile } from './tile.tsx';
import { useWall } from './use-wall.ts';

/** Controls are shown only while the mouse moves. */
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

/** Keeps the screen from going dark, if the browser supports it. */
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

const Clock = ({ zone }: { readonly zone: string }) => (
  <time className={css.clock}>{useTicking(() => zonedMinuteText(serverNow(), zone))}</time>
);

/** One site, readable from across the room: abnormal devices are large, normal ones small. */
export const WallPage = () => {
  const { id } = useParams({ strict: false });
  const site = useKnownSite(Number(id));
  const me = useMe();
  const { tiles, socket, newest, notRecorded, shelved, limits, devices } = useWall(Number(id));
  const protection = useQuery(protectionCountQuery(Number(id))).data;
  const notProtecting = protection?.count ?? 0;
  const deadOf = (device: number): number =>
    protection?.by_device.find((one) => one.id === device)?.suspected_dead ?? 0;
  const navigate = useNavigate();
  const moving = useMoving();
  useAwake();
  usePageTitle(site ? texts.title(site.title) : '');
  const zone = site?.timezone ?? browserZone();
  const count = (severity: string): number => tiles.filter((tile) => tile.severity === severity).length;
  const blocks = wallBlocks(tiles);
  const worst = (['alarm', 'warning'] as const).find((severity) => count(severity) > 0);
  useTabSign(worst ?? (socket === 'down' ? 'lost' : null), worst ? texts[`${worst}s`](count(worst)) : '');
  const open = async (device: number): Promise<void> => {
    await selectDevice(device, Number(id));
    await navigate({ to: '/dashboard' });
  };
  const rows = blocks.flatMap((block) => Array.from({ length: block.rows }, () => `minmax(0, ${block.weight}fr)`));
  return (
    <main className={`theme-dark ${css.wall}`} aria-label={texts.title(site?.title ?? '')}>
      <header className={css.head}>
        <h1>{site?.title}</h1>
        {count('alarm') > 0 && (
          <span className={`${css.chip} ${css.alarm}`}>
            <Icon name="bellSolid" />
            {texts.alarms(count('alarm'))}
          </span>
        )}
        {count('warning') > 0 && (
          <span className={`${css.chip} ${css.warning}`}>
            <Icon name="warningSolid" />
            {texts.warnings(count('warning'))}
          </span>
        )}
        {count('offline') > 0 && (
          <span className={`${css.chip} ${css.offline}`}>
            <Icon name="brokenLink" />
            {texts.offline(count('offline'))}
          </span>
        )}
        {shelved > 0 && (
          <span className={`${css.chip} ${css.protection}`}>
            <Icon name="clock" />
            {notifications.shelvedCount(shelved)}
          </span>
        )}
        {notProtecting > 0 && (
          <span className={`${css.chip} ${css.protection}`}>
            <Icon name="brokenLink" />
            {protectionTexts.wall(notProtecting)}
          </span>
        )}
        <span className={css.right}>
          {moving && (
            <span className={css.controls}>
              <IconButton
                icon="fullScreen"
                label={texts.fullScreen}
                onClick={() => void document.documentElement.requestFullscreen()}
              />
              {me?.kind === 'person' && (
                <IconButton icon="close" label={texts.leave} onClick={() => void navigate({ to: '/devices' })} />
              )}
            </span>
          )}
          {socket === 'open' && newest !== null && (
            <span className={css.live}>
              {texts.live}, <Age at={newest} now={shownNow} zone={zone} />
            </span>
          )}
          <Clock zone={zone} />
        </span>
      </header>
      {socket === 'down' && <p className={css.lost}>{texts.lost}</p>}
      {notRecorded && <p className={css.lost}>{texts.notRecorded}</p>}
      {devices.length === 0 && <Empty icon="device" title={texts.empty} />}
      <div className={css.rows} style={{ gridTemplateRows: rows.join(' ') }}>
        {blocks.flatMap((block) =>
          rowsOf(block).map((row) => (
            <div key={row[0]?.id} className={css.row} style={{ '--columns': block.columns } as CSSProperties}>
              {row.map((tile) => (
                <WallTile
                  key={tile.id}
                  tile={tile}
                  zone={zone}
                  limit={limits.get(`${tile.id} ${tile.path}`) ?? null}
                  dead={deadOf(tile.id)}
                  more={tile === block.tiles.at(-1) ? block.left : 0}
                  onOpen={() => void open(tile.id).catch(() => undefined)}
                />
              ))}
            </div>
          )),
        )}
      </div>
    </main>
  );
};
