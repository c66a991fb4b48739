import { adviceOf, trendOf, worstFact } from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import type { DeviceOverview } from '@tocsin/contract/site-overview';
import { ordinaryStates } from '@tocsin/contract/status';
import { texts as dashboard } from '@tocsin/contract/texts/dashboard';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts as protectionTexts } from '@tocsin/contract/texts/protection';
import { texts } from '@tocsin/contract/texts/wall';
import type { CSSProperties } from 'react';
import { EventCurve, incidentFrom } from '../../../domain/event-curve.tsx';
import type { CurvePoints } from '../../../domain/hour-curves.ts';
import { asksForAction, storyOf } from '../../../domain/incident-story.ts';
import { type Limit, limitBeside } from '../../../domain/limits.ts';
import { RespondMeter, WhoKnowsLine } from '../../../domain/story-view.tsx';
import { serverNow, shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { severities } from '../../../ui/severity.ts';
import { useTicking } from '../../../ui/tick.ts';
import { zonedMinuteText } from '../../../ui/time.ts';
import { lastAlarmText } from './last-alarm.ts';
import type { Tile } from './model.ts';
import type { Level } from './pages.ts';
import css from './tile.module.css';

interface Props {
  readonly tile: Tile;
  readonly level: Level;
  /** True for the only alarm, with its panel beside it. */
  readonly isAlone?: boolean;
  /** True for one of several alarms, which is half as wide. */
  readonly isNarrow?: boolean;
  readonly zone: string;
  readonly limit: Limit | null;
  readonly points: CurvePoints | undefined;
  readonly overview: DeviceOverview | undefined;
  /** The running incident of the device; absent while it was not read. */
  readonly incident: Incident | undefined;
  /** Number of the device's sensors that are suspected dead. */
  readonly dead?: number;
  readonly onOpen: () => void;
}

/** Areas of the instruction at 1920 px, in px². */
const panelArea = 110_000;
const wideArea = 80_000;
const narrowArea = 54_000;

/** Longer states are set on two lines in a smaller font: 'Misaligned' is too long for a phone. */
const longestValue = 9;

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

const Since = ({ at, zone, phrase }: { readonly at: number | null; readonly zone: string; readonly phrase?: 'for' }) =>
  at === null ? null : <Age at={at} now={shownNow} zone={zone} phrase={phrase ?? 'plain'} />;

/** The largest type of the wall in which a text of this length fits an area, in px at 1920. */
export const fittingSize = (text: string, area: number): number =>
  Math.max(20, Math.min(52, Math.sqrt(area / (0.62 * text.length))));

/** What people do about a single alarm: the instruction whole, until when somebody must respond, who has it, who is next. */
export const TodoPanel = ({ incident }: { readonly incident: Incident }) => {
  // What has cleared may wait for somebody, and asks for nothing more.
  const advice = asksForAction(incident) && adviceOf(storyOf(incident, serverNow()));
  // The parts are drawn for a page; here they are read from across the room.
  const zoom = useTicking(() => (innerWidth < 900 ? 1.1 : 2.1 * Math.min(innerWidth / 1920, innerHeight / 1080)));
  return (
    <Stack as="section" grows borderRadius="var(--r-wall)" overflow="hidden" className={css.panel}>
      {advice && (
        <>
          <h2>{incidents.whatToDo}</h2>
          <p style={{ '--size': fittingSize(advice, panelArea) } as CSSProperties}>{advice}</p>
        </>
      )}
      <Stack gap={8} marginTop="auto" style={{ zoom }}>
        <RespondMeter incident={incident} />
        {incident.who_knows.every(({ state }) => state !== 'acknowledged') && <b>{texts.nobody}</b>}
        <WhoKnowsLine incident={incident} most={2} />
      </Stack>
    </Stack>
  );
};

/** A device in alarm: what happened, what was first, its value now, and without a panel beside it what to do. */
const AlarmBody = ({ tile, isAlone, isNarrow, zone, points, incident }: Props) => {
  const now = serverNow();
  const story = incident && storyOf(incident, now);
  const fact = incident && worstFact(incident.facts, { language: shownLanguage(), now });
  const advice = adviceOf(story);
  const isFollowed = incident?.facts.present?.full_sensor_id === `${tile.id}.${tile.path}`;
  const trend = incident && isFollowed ? trendOf(incident.facts, shownLanguage()) : null;
  const first = incident ? Math.min(...incident.events.map((row) => Date.parse(row.date_created))) : tile.since;
  const isTitled = fact?.name.startsWith(tile.title) === true;
  const title = isTitled ? fact.name : tile.title;
  // The age is that of what the title says, as in the banner; the span is that of the sensor whose curve it is.
  const since = isTitled ? fact.event.at : tile.since;
  const own = incident?.events.findLast(
    (row) => row.event_type === 'alarm_on' && row.full_sensor_id === `${tile.id}.${tile.path}`,
  );
  const begun = own ? Date.parse(own.date_created) : since;
  return (
    <>
      <Row as="span" wrap gap="0 12px" weight={600} className={css.head}>
        <Icon name="bellSolid" className={css.icon} />
        <span className={css.title}>{title}</span>
        <Text tone="faint" weight={450} className={css.aside}>
          {texts.alarmWord} <Since at={since} zone={zone} phrase="for" />
        </Text>
      </Row>
      <Row as="span" wrap tone="quiet" className={css.sensor}>
        {story?.first ? (
          <Row as="b" inline weight={600} className={css.first}>
            <Icon name="flag" className={css.flag} />
            {story.first}
          </Row>
        ) : (
          detailLine(tile, null)
        )}
        {story?.earlier && <span>{story.earlier}</span>}
      </Row>
      <Row as="span" justify="space-between" whiteSpace="nowrap" className={css.middle}>
        <Stack as="span" gap={0} minWidth={0} className={css.number}>
          {!title.endsWith(tile.sensor) && <span className={css.text}>{tile.sensor}</span>}
          <Value tile={tile} />
          {trend !== null && trend.word !== '' && (
            <Row as="span" gap="0.4em" weight={600}>
              {trend.way !== 0 && <Icon name={trend.way > 0 ? 'up' : 'down'} className={css.flag} />}
              {trend.word}
            </Row>
          )}
        </Stack>
        {!isNarrow && (
          <EventCurve
            points={points}
            now={now}
            from={first === null ? now : incidentFrom(first, now)}
            unit={tile.value.unit}
            event={
              begun === null ? null : { from: begun, until: own?.duration == null ? now : begun + own.duration * 1_000 }
            }
            zone={zone}
          />
        )}
      </Row>
      {advice && !isAlone && (
        <Text
          weight={600}
          className={css.todo}
          style={{ '--size': fittingSize(advice, isNarrow ? narrowArea : wideArea) } as CSSProperties}
        >
          {advice}
        </Text>
      )}
      {(!isAlone || !story) && (
        <span className={css.foot}>
          {story
            ? story.clauses.flatMap(({ kind, text }) => (kind === 'person' ? [text] : [])).join('. ')
            : tile.since !== null && texts.since(zonedMinuteText(tile.since, zone))}
        </span>
      )}
    </>
  );
};

const troubleIcon = ({ severity, held, open }: Tile): IconName => {
  if (open !== '' && severity === 'ok') return 'bell';
  if (held !== null) return ({ walk: 'wrench', shelved: 'clock', out_of_service: 'lock' } as const)[held.kind];
  return severities[severity].icon;
};

/** Text below the value of a device in alarm or warning: state, source, number of other sensors. */
export const detailLine = (tile: Pick<Tile, 'severity' | 'state' | 'value' | 'more'>, limit: Limit | null): string => {
  const shown = limitBeside(tile.severity, limit);
  return [
    ordinaryStates.has(tile.state) || tile.state === tile.value.text ? '' : tile.state,
    tile.severity === 'alarm' ? dashboard.fromController : '',
    shown ? texts.limit(`${shown.text} ${tile.value.unit}`.trim()) : '',
    tile.more > 0 ? texts.moreSensors(tile.more) : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** Words about a sensor that is held back, with its name where the tile shows or tells of another one. */
export const heldText = ({ sensor, open, held }: Pick<Tile, 'sensor' | 'open' | 'held'>, words: string): string =>
  held !== null && words !== '' && (held.sensor !== sensor || open !== '') ? `${held.sensor}: ${words}` : words;

/** Short text that says what is wrong, and since when. */
const Trouble = ({ tile, zone, limit }: Pick<Props, 'tile' | 'zone' | 'limit'>) => (
  <>
    <b>
      {tile.open !== '' && tile.severity === 'ok' ? tile.open : tile.held?.short}
      {tile.held === null && tile.severity === 'stale' && (
        <>
          {texts.stale}, {texts.noFrameFor} <Since at={tile.since} zone={zone} />
        </>
      )}
      {tile.held === null && tile.severity !== 'stale' && tile.severity !== 'ok' && (
        <>
          {tile.value.text === severities[tile.severity].word ? '' : severities[tile.severity].word}{' '}
          <Since at={tile.since} zone={zone} phrase="for" />
        </>
      )}
    </b>
    <Text tone="faint">
      {tile.open !== '' && (
        <b>
          {tile.severity !== 'ok' && `${tile.open}: `}
          {texts.nobody}.{' '}
        </b>
      )}
      {tile.held ? heldText(tile, tile.held.full) : tile.severity === 'warning' ? detailLine(tile, limit) : tile.line}
    </Text>
  </>
);

/** A device that is not in alarm: its key sensor, the last hour, and its last alarm. */
const DeviceBody = ({ tile, level, zone, limit, points, overview, dead = 0 }: Props) => {
  const aside = level === 'calm' && tile.held ? heldText(tile, tile.held.short) : tile.word;
  return (
    <>
      <Row as="span" weight={600} whiteSpace="nowrap" className={css.head}>
        {(level === 'trouble' || tile.held) && <Icon name={troubleIcon(tile)} className={css.icon} />}
        <span className={css.title}>{tile.title}</span>
      </Row>
      <Row as="span" tone="quiet" wrap justify="space-between" className={css.sensor}>
        <span className={css.text}>{tile.sensor || tile.line}</span>
        {aside !== '' && (
          <Text
            maxWidth="100%"
            overflow="hidden"
            tone="faint"
            weight={450}
            textOverflow="ellipsis"
            className={css.aside}
          >
            {aside}
          </Text>
        )}
        {dead > 0 && (
          <Text weight={600} whiteSpace="normal" className={css.dead}>
            {protectionTexts.wallDead(dead)}
          </Text>
        )}
      </Row>
      <Row as="span" justify="space-between" whiteSpace="nowrap" className={css.middle}>
        <Value tile={tile} />
        <EventCurve points={points} now={serverNow()} unit={tile.value.unit} zone={zone} />
      </Row>
      {level === 'trouble' && <Trouble tile={tile} zone={zone} limit={limit} />}
      {level === 'calm' && <Text tone="faint">{lastAlarmText(overview, serverNow(), zone)}</Text>}
    </>
  );
};

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
