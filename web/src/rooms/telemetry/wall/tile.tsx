import { Age } from '../../../kit/age.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { severities } from '../../../kit/severity.ts';
import { minuteText } from '../../../kit/time.ts';
import { shownNow } from '../../../wire/clock.ts';
import type { Limit } from '../limits.ts';
import type { Tile } from './model.ts';
import { texts } from './texts.ts';
import css from './tile.module.css';

interface Props {
  readonly tile: Tile;
  readonly zone: string;
  readonly limit: Limit | null;
  /** Devices of this kind for which there is no room. */
  readonly more: number;
  readonly onOpen: () => void;
}

const ordinary = new Set(['', 'OK', 'N/A', 'Alarm']);

const Value = ({ tile }: { readonly tile: Tile }) => (
  <span className={css.value}>
    {tile.value.text}
    {tile.value.unit && <small>{tile.value.unit}</small>}
  </span>
);

const Since = ({ tile, zone }: { readonly tile: Tile; readonly zone: string }) =>
  tile.since === null ? null : <Age at={tile.since} now={shownNow} zone={zone} say="plain" />;

const below = (tile: Tile, limit: Limit | null): string =>
  [
    ordinary.has(tile.state) || tile.state === tile.value.text ? '' : tile.state,
    limit ? texts.limit(`${limit.text} ${tile.value.unit}`.trim()) : '',
    tile.more > 0 ? texts.moreSensors(tile.more) : '',
  ]
    .filter(Boolean)
    .join(', ');

/** What is away, and what says nothing that can be shown, look alike; the words tell them apart. */
const looks = { 'no-data': css.offline, stale: css.ok } as Partial<Record<Tile['severity'], string | undefined>>;

/** One device on the wall; the worse it stands the larger it is. */
export const WallTile = ({ tile, zone, limit, more, onOpen }: Props) => {
  const look = severities[tile.severity];
  return (
    <button type="button" className={`${css.tile} ${looks[tile.severity] ?? css[tile.severity]}`} onClick={onOpen}>
      <span className={css.head}>
        {tile.severity !== 'ok' && tile.severity !== 'stale' && <Icon name={look.icon} className={css.icon} />}
        <span className={css.title}>{tile.title}</span>
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
                `since ${minuteText(tile.since, zone)}`
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
