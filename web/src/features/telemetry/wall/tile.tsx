import type { Incident } from '@tocsin/contract/incidents';
import type { DeviceOverview } from '@tocsin/contract/site-overview';
import { ordinaryStates } from '@tocsin/contract/status';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts as protectionTexts } from '@tocsin/contract/texts/protection';
import { texts } from '@tocsin/contract/texts/wall';
import type { CurvePoints } from '../../../domain/hour-curves.ts';
import { storyOf } from '../../../domain/incident-story.ts';
import { serverNow, shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { severities } from '../../../ui/severity.ts';
import { minuteText, zonedMinuteText } from '../../../ui/time.ts';
import type { Limit } from '../limits.ts';
import { WallCurve } from './curve.tsx';
import { detailLine } from './detail-line.ts';
import { lastAlarmText } from './last-alarm.ts';
import type { Tile } from './model.ts';
import type { Level } from './pages.ts';
import css from './tile.module.css';

interface Props {
  readonly tile: Tile;
  readonly level: Level;
  /** True for one of several alarms, which is half as wide. */
  readonly isNarrow?: boolean;
  readonly zone: string;
  readonly limit: Limit | null;
  readonly points: CurvePoints | undefined;
  readonly lastAlarm: DeviceOverview['last_alarm'] | undefined;
  /** The running incident of the device; absent while it was not read. */
  readonly incident: Incident | undefined;
  /** Number of the device's sensors that are suspected dead. */
  readonly dead?: number;
  readonly onOpen: () => void;
}

/** Longer states are set on two lines in a smaller font. */
const longestValue = 12;

const Value = ({ tile }: { readonly tile: Tile }) => (
  <Text
    maxWidth="100%"
    overflow="hidden"
    weight={600}
    letterSpacing="-0.02em"
    textOverflow="ellipsis"
    className={`${css.value} ${tile.value.text.length > longestValue ? css.words : ''}`}
  >
    {tile.value.text}
    {tile.value.unit && <small>{tile.value.unit}</small>}
  </Text>
);

const Since = ({ tile, zone, phrase }: { readonly tile: Tile; readonly zone: string; readonly phrase?: 'for' }) =>
  tile.since === null ? null : <Age at={tile.since} now={shownNow} zone={zone} phrase={phrase ?? 'plain'} />;

/** Who acknowledged, or that nobody has. */
const answerText = ({ who_knows: people }: Incident): string => {
  const [who] = people.filter(({ state }) => state === 'acknowledged');
  return who ? texts.acknowledged(who.name) : texts.nobody;
};

/** A device in alarm: its story, what was first, its value now, what to do, who has it, and who is next. */
const AlarmBody = ({ tile, isNarrow, zone, points, incident }: Props) => {
  const state = ordinaryStates.has(tile.state) || tile.state === tile.value.text ? '' : tile.state;
  const story = incident && storyOf(incident, serverNow());
  const next = incident?.next;
  return (
    <>
      <Row as="span" weight={600} whiteSpace="nowrap" className={css.head}>
        <Icon name="bellSolid" className={css.icon} />
        <span className={css.title}>{story?.headline.startsWith(tile.title) ? story.headline : tile.title}</span>
        <Text maxWidth="60%" overflow="hidden" tone="faint" weight={450} textOverflow="ellipsis" className={css.aside}>
          {texts.alarmWord} <Since tile={tile} zone={zone} phrase="for" />
        </Text>
      </Row>
      <Row as="span" tone="quiet" className={css.sensor}>
        {story?.first ? (
          <Row as="b" inline weight={600} className={css.first}>
            <Icon name="flag" className={css.flag} />
            {story.first}
          </Row>
        ) : (
          <span className={css.text}>
            {[tile.sensor, state, tile.more > 0 ? texts.moreSensors(tile.more) : ''].filter(Boolean).join(', ')}
          </span>
        )}
      </Row>
      <Row as="span" justify="space-between" whiteSpace="nowrap" className={css.middle}>
        <Value tile={tile} />
        {!isNarrow && <WallCurve points={points} now={serverNow()} unit={tile.value.unit} since={tile.since} />}
      </Row>
      {story?.now && <span className={css.text}>{story.now}</span>}
      {incident?.facts.advice && (
        <Text overflow="hidden" weight={600} className={css.todo}>
          {incident.facts.advice}
        </Text>
      )}
      <Row as="span" justify="space-between" whiteSpace="nowrap" align="stretch" className={css.foot}>
        {incident ? (
          <span className={css.text}>{answerText(incident)}</span>
        ) : (
          tile.since !== null && <span>{texts.since(zonedMinuteText(tile.since, zone))}</span>
        )}
        {next && next.people.length > 0 && (
          <Text overflow="hidden" textOverflow="ellipsis" className={css.answer}>
            {incidents.isNext(next.people.join(', '))}, {minuteText(Date.parse(next.at), zone)}
          </Text>
        )}
      </Row>
    </>
  );
};

const troubleIcon = ({ severity, held }: Tile): IconName => {
  if (held !== null) return ({ walk: 'wrench', shelved: 'clock', out_of_service: 'lock' } as const)[held.kind];
  return severities[severity].icon;
};

/** Short text that says what is wrong, and since when. */
const Trouble = ({ tile, zone, limit }: Pick<Props, 'tile' | 'zone' | 'limit'>) => (
  <>
    <b className={css.text}>
      {tile.held?.short}
      {tile.held === null && tile.severity === 'stale' && (
        <>
          {texts.stale}, {texts.noFrameFor} <Since tile={tile} zone={zone} />
        </>
      )}
      {tile.held === null && tile.severity !== 'stale' && (
        <>
          {tile.value.text === severities[tile.severity].word ? '' : severities[tile.severity].word}{' '}
          <Since tile={tile} zone={zone} phrase="for" />
        </>
      )}
    </b>
    <Text tone="faint" oneLine>
      {tile.held?.full ?? (tile.severity === 'warning' ? detailLine(tile, limit) : tile.line)}
    </Text>
  </>
);

/** A device that is not in alarm: its key sensor, the last hour, and its last alarm. */
const DeviceBody = ({ tile, level, zone, limit, points, lastAlarm, dead = 0 }: Props) => (
  <>
    <Row as="span" weight={600} whiteSpace="nowrap" className={css.head}>
      {level === 'trouble' && <Icon name={troubleIcon(tile)} className={css.icon} />}
      <span className={css.title}>{tile.title}</span>
      {tile.word !== '' && (
        <Text maxWidth="60%" overflow="hidden" tone="faint" weight={450} textOverflow="ellipsis" className={css.aside}>
          {tile.word}
        </Text>
      )}
    </Row>
    <Row as="span" tone="quiet" className={css.sensor}>
      <span className={css.text}>{tile.sensor || tile.line}</span>
    </Row>
    <Row as="span" justify="space-between" whiteSpace="nowrap" className={css.middle}>
      <Value tile={tile} />
      {dead > 0 && (
        <Text weight={600} whiteSpace="normal" className={css.dead}>
          {protectionTexts.wallDead(dead)}
        </Text>
      )}
    </Row>
    {level === 'trouble' && <Trouble tile={tile} zone={zone} limit={limit} />}
    <WallCurve points={points} now={serverNow()} unit={tile.value.unit} />
    <Text tone="faint" oneLine>
      {lastAlarmText(lastAlarm, serverNow(), zone)}
    </Text>
  </>
);

/** CSS class of a tile by its state; tiles that are held back keep their colour and are hatched. */
const lookOf = ({ severity, held }: Tile, level: Level): string => {
  const look = severity === 'no-data' ? 'offline' : severity;
  return [css.tile, css[level], css[look], held !== null && css.held].filter(Boolean).join(' ');
};

/** One device on the wall; the worse its status, the larger its tile. */
export const WallTile = (props: Props) => {
  const { tile, level, isNarrow = false, onOpen } = props;
  return (
    <button
      type="button"
      className={`${lookOf(tile, level)} ${isNarrow ? css.narrow : ''}`}
      onClick={onOpen}
      data-level={level}
    >
      {level === 'alarm' ? <AlarmBody {...props} /> : <DeviceBody {...props} />}
    </button>
  );
};
