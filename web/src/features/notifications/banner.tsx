import { Link } from '@tanstack/react-router';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { type ReactNode, useEffect, useState } from 'react';
import { advisedOf, countdownText, leadOf, openEventsOf } from '../../domain/incident-story.ts';
import { logSearch } from '../../domain/log-search.ts';
import { useMe } from '../../domain/me.ts';
import { useNotifyNext } from '../../domain/notify-next.ts';
import { ResponseButton } from '../../domain/response.tsx';
import { serverNow, shownNow } from '../../live/clock.ts';
import { useIncidents, useOutdatedSince } from '../../live/incidents.ts';
import { askAcknowledge } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import { useTicking } from '../../ui/tick.ts';
import { minuteText, spanText, zonedClockText, zonedMinuteText } from '../../ui/time.ts';
import css from './banner.module.css';
import { acknowledgedText, type BannerFacts, bannerOf } from './banner-model.ts';
import { whatText } from './model.ts';
import { useOpen } from './use-open.ts';

/** What takes longer than this says that it is being read. */
const waitMs = 300;

/** The frame of every state: its height never changes, so that the page below stays where it is. */
const Bar = ({
  kind,
  icon,
  label,
  count,
  children,
  hand,
  actions,
}: {
  readonly kind: BannerFacts['kind'] | 'loading';
  readonly icon: 'bell' | 'warning' | 'clock';
  readonly label: string;
  readonly count: string;
  readonly children: ReactNode;
  /** After the sentence; cut before it. */
  readonly hand?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <Row
    as="section"
    gap={12}
    padding="0 var(--page-pad)"
    whiteSpace="nowrap"
    className={css.banner}
    data-kind={kind}
    aria-live="polite"
    aria-label={label}
  >
    <Icon name={icon} size={16} />
    <Text as="b" flex="none" paddingRight={12} borderRight="1px solid currentcolor" className={css.count}>
      {count}
    </Text>
    <span className={css.what}>{children}</span>
    {hand}
    <Row as="span" gap={12} marginLeft="auto" align="stretch" className={css.actions}>
      {actions}
    </Row>
  </Row>
);

const Loading = () => {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <Bar kind="loading" icon="bell" label={texts.title} count="–">
      {t.reading}
    </Bar>
  );
};

/** Until the next person, and since when nobody has acknowledged. */
const Waiting = ({ facts }: { readonly facts: BannerFacts }) => {
  const { incident } = facts;
  const since = Math.min(...openEventsOf(incident).map((row) => Date.parse(row.date_created)));
  const text = useTicking(() => {
    const { next } = incident;
    const who = next?.people.join(', ') ?? '';
    const left = next === null ? 0 : Date.parse(next.at) - serverNow();
    const passed = t.nobodyFor(spanText(serverNow() - since));
    if (who === '') return passed;
    return `${passed}: ${left > 0 ? t.nextIn(who, countdownText(left)) : t.nextNow(who)}`;
  });
  return <b> {text}</b>;
};

/** What is worst, since when, what was first, what it reads now, and who has it. */
const Sentence = ({ facts }: { readonly facts: BannerFacts }) => {
  const { incident, story, second, more, kind } = facts;
  const at = story.since === null ? 0 : Date.parse(story.since);
  const zone = incident.site.timezone;
  // What has cleared or is shelved says its own times.
  const isOver = kind === 'cleared' || kind === 'shelved';
  if (second)
    return (
      <>
        {[{ incident, story }, second].map((one) => (
          <span key={one.incident.id}>
            {one.incident.site.id === incident.site.id && second.incident.site.id === incident.site.id
              ? ''
              : `${one.incident.site.title}: `}
            <b>{one.story.headline}</b>
            {isOver || one.story.since === null
              ? ''
              : ` ${zonedMinuteText(Date.parse(one.story.since), one.incident.site.timezone)}`}
            {one.story.first && `. ${one.story.first}`}
            {acknowledgedText(one.incident) && `, ${acknowledgedText(one.incident)}`}.{' '}
          </span>
        ))}
        {more > 0 && t.more(more)}
      </>
    );
  return (
    <>
      <span>
        <b>{story.headline}</b>
        {!isOver && (
          <span className={story.first ? css.when : undefined}>
            {` ${zonedClockText(at, zone)} (${spanText(shownNow() - at)})`}
          </span>
        )}
        .{' '}
      </span>
      {story.first && <span>{story.first}. </span>}
      {story.now && <span>{story.now}. </span>}
    </>
  );
};

/** Who has it in hand, or how long until the next person is notified; it stands beside the sentence. */
const Hand = ({ facts }: { readonly facts: BannerFacts }) => {
  const { incident, second, kind } = facts;
  const acknowledged = acknowledgedText(incident);
  // Of what has cleared, it is about what nobody has acknowledged.
  if (second !== null || kind === 'cleared') return null;
  if (acknowledged !== null) return <span className={css.hand}>{acknowledged}</span>;
  if (kind === 'shelved' || incident.next === null) return null;
  return (
    <span className={css.hand}>
      <Waiting facts={facts} />
    </span>
  );
};

/** Runs the next step of an incident's escalation, by the name of whom it notifies. */
const NotifyNext = ({ facts }: { readonly facts: BannerFacts }) => {
  const { next } = facts.incident;
  const { run, busy } = useNotifyNext();
  if (next === null || next.people.length === 0) return null;
  return (
    <button type="button" disabled={busy} onClick={() => run(next)}>
      {t.notify(next.people[0]?.split(' ')[0] ?? '')}
    </button>
  );
};

const words = {
  alarm: severities.alarm.word,
  warning: severities.warning.word,
  cleared: texts.unacknowledged,
  shelved: texts.shelved,
} as const;

/**
 * The banner above every page about what is open at all devices that the user can see: the worst incident as its story,
 * then what else there is. Takes no focus.
 */
export const Banner = () => {
  const { list } = useIncidents();
  const outdated = useOutdatedSince();
  const me = useMe();
  const open = useOpen();
  // Spans are in minutes, so the sentence is written anew only when one of them changes.
  useTicking(() => Math.floor(serverNow() / 10_000));
  if (list === null) return <Loading />;
  const facts = bannerOf(list, shownNow());
  if (facts === null) return null;
  const { kind, incident, story, warnings } = facts;
  const lead = leadOf(incident);
  const advised = advisedOf(incident);
  const unacknowledged = openEventsOf(incident);
  const isLoud = kind === 'alarm' || kind === 'warning';
  const isWaiting = isLoud && acknowledgedText(incident) === null && unacknowledged.length > 0;
  const tab = kind === 'cleared' ? 'unacknowledged' : undefined;
  return (
    <Bar
      kind={kind}
      icon={kind === 'warning' ? 'warning' : kind === 'shelved' ? 'clock' : 'bell'}
      label={words[kind]}
      count={facts.count}
      hand={<Hand facts={facts} />}
      actions={
        <>
          {isLoud && lead && (
            <button type="button" className={css.show} onClick={() => open(lead)}>
              <span>{texts.show}</span>
              <Icon name="right" size={20} />
            </button>
          )}
          {!isLoud && (
            <Link
              to={kind === 'shelved' ? '/shelves' : '/notifications/all'}
              search={tab ? logSearch({ tab }) : {}}
              className={css.show}
            >
              <span>{texts.show}</span>
              <Icon name="right" size={20} />
            </Link>
          )}
          {isLoud && advised && <ResponseButton row={advised} what={whatText(advised)} plain />}
          {isWaiting && me?.kind === 'person' && <NotifyNext facts={facts} />}
          {unacknowledged.length > 0 && kind !== 'shelved' && me?.kind !== 'wall' && (
            <button
              type="button"
              className={css.acknowledge}
              aria-label={texts.acknowledge.act}
              onClick={() => askAcknowledge(unacknowledged)}
            >
              <Icon name="tick" size={20} />
              <span>{texts.acknowledge.act}</span>
            </button>
          )}
        </>
      }
    >
      {outdated !== null && <i>{t.asOf(minuteText(outdated, incident.site.timezone))} </i>}
      <Sentence facts={facts} />
      {warnings !== '' && (
        <Link to="/notifications/all" className={css.rest} data-story={story.severity}>
          <Icon name={severities.warning.icon} size={12} />
          {warnings}
        </Link>
      )}
    </Bar>
  );
};
