import { texts as protectionTexts } from '@tocsin/contract/texts/protection';
import { texts } from '@tocsin/contract/texts/wall';
import { shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { severities } from '../../../ui/severity.ts';
import { zonedMinuteText } from '../../../ui/time.ts';
import type { Limit } from '../limits.ts';
import { below } from './below.ts';
import type { Tile } from './model.ts';
import css from './tile.module.css';

interface Props {
  readonly tile: Tile;
  readonly zone: string;
  readonly limit: Limit | null;
  /** The number of devices of this kind without space. */
  readonly more: number;
  /** Sensors of the device that are suspected dead. */
  readonly dead?: number;
  readonly onOpen: () => void;
}

const Value = ({ tile }: { readonly tile: Tile }) => (
  <span className={css.value}>
    {tile.value.text}
    {tile.value.unit && <small>{tile.value.unit}</small>}
  </span>
);

const Since = ({ tile, zone }: { readonly tile: Tile; readonly zone: string }) =>
  tile.since === null ? null : <Age at={tile.since} now={shownNow} zone={zone} phrase="plain" />;

/** Offline devices and devices without valid data look alike; the text distinguishes them. */
const looks = { 'no-data': css.offline, stale: css.ok } as Partial<Record<Tile['severity'], string | undefined>>;

/** One device on the wall; the worse its status, the larger its tile. */
export const WallTile = ({ tile, zone, limit, more, dead = 0, onOpen }: Props) => {
  const look = severities[tile.severity];
  return (
    <button type="button" className={`${css.tile} ${looks[tile.severity] ?? css[tile.severity]}`} onClick={onOpen}>
      <span className={css.head}>
        {tile.severity !== 'ok' && tile.severity !== 'stale' && <Icon name={look.icon} className={css.icon} />}
        <span className={css.title}>{tile.title}</span>
        {dead > 0 && <span className={css.dead}>{protectionTexts.wallDead(dead)}</span>}
        {tile.severity === 'alarm' && (
          <span className={css.for}>
            {texts.alarmWord} <Since tile={tile} zone={zone} />
          </span>
        )}
      </span>
      {(tile.severity === 'ok' || tile.severity === 'stale') && (
        <>
          <span className={css.calm}>
            <span className={css.ok}>
              <Icon name={look.icon} className={css.tick} /> {look.word}
            </span>
            <Value tile={tile} />
          </span>
          <span className={css.line}>{more > 0 ? texts.more(more) : tile.line}</span>
        </>
      )}
      {(tile.severity === 'offline' || tile.severity === 'no-data') && (
        <span className={css.body}>
          <span className={css.sensor}>{tile.sensor}</span>
          <span className={css.value}>{tile.value.text}</span>
          <span className={css.foot}>
            <span>{more > 0 ? texts.more(more) : tile.line}</span>
            <b>
              <Since tile={tile} zone={zone} />
            </b>
          </span>
        </span>
      )}
      {(tile.severity === 'alarm' || tile.severity === 'warning') && (
        <span className={css.body}>
          <span className={css.sensor}>{tile.sensor}</span>
          <Value tile={tile} />
          <span className={css.foot}>
            <span>
              {tile.severity === 'warning' && `${texts.warningWord}, `}
              {below(tile, limit)}
              {more > 0 && ` ${texts.more(more)}`}
            </span>
            <b>
              {tile.severity === 'alarm' && tile.since !== null ? (
                texts.since(zonedMinuteText(tile.since, zone))
              ) : (
                <Since tile={tile} zone={zone} />
              )}
            </b>
          </span>
        </span>
      )}
    </button>
  );
};
