import { Link } from '@tanstack/react-router';
import type { NextInformed } from '@tocsin/contract/incidents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { type ReactNode, useEffect, useState } from 'react';
import { advisedOf, countdownText, leadOf, openEventsOf } from '../../domain/incident-story.ts';
import { logSearch } from '../../domain/log-search.ts';
import { useMe } from '../../domain/me.ts';
import { firstName, NotifyNext } from '../../domain/notify-next.tsx';
import { ResponseButton } from '../../domain/response.tsx';
import { serverNow, shownNow } from '../../live/clock.ts';
import { useIncidents, useOutdatedSince } from '../../live/incidents.ts';
import { askAcknowledge, useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import { useTicking } from '../../ui/tick.ts';
import { minuteText } from '../../ui/time.ts';
import { usePhone } from '../../ui/use-media.ts';
import css from './banner.module.css';
import { type BannerFacts, bannerOf } from './banner-model.ts';
import { loudCounts, notifies, whatText, worstOf } from './model.ts';
import { useOpen } from './use-open.ts';

/** What takes longer than this says that it is being read. */
const waitMs = 2_500;

interface BarProps extends Pick<BannerFacts, 'count'> {
  readonly kind: BannerFacts['kind'] | 'loading';
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly says?: string;
  /** Gives way to name and fact. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The frame of every state: its height never changes, so that the page below stays where it is. */
const Bar = ({ kind, label, count, name, value, says, children, actions }: BarProps) => (
  <Row
    as="section"
    gap={12}
    padding="0 var(--page-pad)"
    className={css.banner}
    data-kind={kind}
    aria-live="polite"
    aria-label={label}
  >
    <Icon name={kind === 'warning' ? 'warning' : kind === 'shelved' ? 'clock' : 'bell'} size={16} />
    <Text as="b" paddingRight={12} borderRight="1px solid currentcolor" className={css.count}>
      {count}
    </Text>
    <Row as="span" wrap gap="0 6px" flex={1} minWidth={0} overflow="hidden" className={css.what}>
      {name && <b>{name}</b>}{' '}
      {(value || says) && (
        <span className={css.says}>
          {value && <b>{value}</b>}
          {value && says && ', '}
          {says}
        </span>
      )}
      <span className={css.rest}>{children}</span>
    </Row>
    {actions && (
      <Row as="span" gap={12} flex="none" align="stretch" className={css.actions}>
        {actions}
      </Row>
    )}
  </Row>
);

/** Until the incidents were read: what the bell knows, else a dash after a while. */
const Loading = () => {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  const { rows, isLoaded } = useNotifications();
  const { alarms, warnings } = loudCounts(rows);
  const row = worstOf(rows.filter(notifies));
  if (row) {
    const kind = alarms > 0 ? 'alarm' : 'warning';
    const since = t.since[kind](minuteText(Date.parse(row.date_created), row.location_timezone));
    const count = alarms > 0 ? texts.alarms(alarms) : texts.warnings(warnings);
    return <Bar kind={kind} label={severities[kind].word} count={count} name={whatText(row)} says={since} />;
  }
  if (!isShown || isLoaded) return null;
  return (
    <Bar kind="loading" label={texts.title} count="–">
      {t.reading}
    </Bar>
  );
};

/** A sentence in phrases: what has no room is left out from a comma on, never within a name or a value. */
const phrases = (sentence: string): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: phrases of one sentence have no other name.
  `${sentence}. `.split(/(?<=, )/).map((phrase, n) => <span key={n}>{phrase}</span>);

/** 'Petra in 3:17': until the next person is notified. */
const Waiting = ({ next }: { readonly next: NextInformed }) => {
  const who = next.people.map(firstName).join(', ');
  const text = useTicking(() => {
    const left = Date.parse(next.at) - serverNow();
    return left > 0 ? t.nextIn(who, countdownText(left)) : t.nextNow(who);
  });
  return (
    <span>
      <b>{text}. </b>
    </span>
  );
};

/** Buttons that stand in a menu where the fact needs their place. */
const Folding = ({ children }: { readonly children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row
      as="span"
      position="relative"
      className={css.folding}
      data-open={isOpen || undefined}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <button type="button" aria-label={shell.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="more" size={20} />
      </button>
      <span className={css.folded}>{children}</span>
    </Row>
  );
};

const words = {
  alarm: severities.alarm.word,
  warning: severities.warning.word,
  cleared: texts.unacknowledged,
  shelved: texts.shelved,
} as const;

/**
 * The banner above every page about what is open at all devices that the user can see: the worst incident, its fact
 * first, then what else there is. Takes no focus.
 */
export const Banner = () => {
  const { list } = useIncidents();
  const outdated = useOutdatedSince();
  const phone = usePhone();
  const me = useMe();
  const open = useOpen();
  // Spans are in minutes, so the sentence is written anew only when one of them changes.
  useTicking(() => Math.floor(serverNow() / 10_000));
  if (list === null) return <Loading />;
  const facts = bannerOf(list, shownNow(), phone);
  if (facts === null) return null;
  const { kind, incident, story, count, name, value, says, rest, warnings, isAlone } = facts;
  const lead = leadOf(incident);
  const advised = advisedOf(incident);
  const unacknowledged = openEventsOf(incident);
  const isLoud = kind === 'alarm' || kind === 'warning';
  const isWaiting = isLoud && unacknowledged.length > 0;
  const next = isWaiting && incident.next && incident.next.people.length > 0 ? incident.next : null;
  const tab = kind === 'cleared' ? 'unacknowledged' : undefined;
  const show = (
    <>
      <span>{texts.show}</span>
      <Icon name="right" size={20} />
    </>
  );
  return (
    <Bar
      kind={kind}
      label={words[kind]}
      count={count}
      name={name}
      value={value}
      says={says}
      actions={
        <>
          {warnings !== '' && (
            <Link to="/notifications/all" className={css.warnings}>
              <Icon name={severities.warning.icon} size={12} />
              {warnings}
            </Link>
          )}
          {isLoud && lead && (
            <button type="button" className={css.show} onClick={() => open(lead)}>
              {show}
            </button>
          )}
          {!isLoud && (
            <Link
              to={kind === 'shelved' ? '/shelves' : '/notifications/all'}
              search={tab ? logSearch({ tab }) : {}}
              className={css.show}
            >
              {show}
            </Link>
          )}
          {isLoud && (
            <Folding>
              {advised && <ResponseButton row={advised} what={whatText(advised)} story={story} plain />}
              {next && <NotifyNext incident={incident} size="bar" />}
            </Folding>
          )}
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
      {outdated !== null && <span>{t.asOf(minuteText(outdated, incident.site.timezone))} </span>}
      {next && isAlone && <Waiting next={next} />}
      {rest.map(phrases)}
    </Bar>
  );
};
