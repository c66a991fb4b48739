import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Handover, HandoverPoint } from '@tocsin/contract/handover';
import { type ClauseKind, type Story, type StoryFacts, storyText } from '@tocsin/contract/incident-story';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/handover';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { type ReactNode, useState } from 'react';
import { openEventsOf, storyOf } from '../../../domain/incident-story.ts';
import { OutOfServiceActions } from '../../../domain/out-of-service-actions.tsx';
import { openDevice } from '../../../domain/plant.ts';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { StoryAdvice, StorySentence } from '../../../domain/story-view.tsx';
import { shownNow } from '../../../live/clock.ts';
import { useIncidents } from '../../../live/incidents.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { Empty } from '../../../ui/states.tsx';
import { dayMinuteText, dayText, exactText, minuteText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { usePhone } from '../../../ui/use-media.ts';
import {
  clearedOf,
  lastingText,
  type OpenRow,
  presentText,
  priorityOf,
  rowsOf,
  shortClauses,
  shortLetters,
  titleOf,
  whoText,
} from '../model.ts';
import { outOfServiceQuery } from '../queries.ts';
import css from './points.module.css';

const untilText = ({ kind, until }: HandoverPoint, zone: string): string => {
  if (until === null) return '';
  const when = dayMinuteText(Date.parse(until), zone);
  return kind === 'out_of_service' ? texts.review(when) : texts.until(when);
};

/** What the shift had and no point tells, as far as there is room; the list below has all. */
const mostCleared = 5;
const clearedIcons = { alarm: 'bell', warning: 'warning', offline: 'brokenLink' } as const;
const ClearedLines = ({ shown }: { readonly shown: Handover }) => {
  const all = clearedOf(shown);
  return (
    <ul>
      {all.slice(0, mostCleared).map(({ key, kind, title, text }) => (
        <Row key={key} as="li" wrap gap="0 8px" padding="6px 16px" borderTop="1px solid var(--line)">
          <Icon name={clearedIcons[kind]} size={14} />
          <b>{title}</b>
          <small>{text}</small>
        </Row>
      ))}
      {all.length > mostCleared && (
        <Row as="li" padding="6px 16px" borderTop="1px solid var(--line)">
          <small>{incidents.more(all.length - mostCleared)}</small>
        </Row>
      )}
    </ul>
  );
};

/** Extend and put back, as on the page of what is out of service; a way there until they are known. */
const OutOfService = ({ site, point }: { readonly site: number; readonly point: HandoverPoint }) => {
  const { data } = useQuery(outOfServiceQuery(site));
  const row = data?.results.find(({ id }) => point.key === `out:${id}`);
  return row ? <OutOfServiceActions row={row} /> : <Link to="/out-of-service">{texts.open}</Link>;
};

const Action = ({ point, incident, site }: OpenRow & { readonly site: number }) => {
  const navigate = useNavigate();
  const { run: go } = useAction(openDevice, { onDone: () => navigate({ to: '/dashboard' }) });
  const { kind, notification, who, device_id: device } = point;
  if (kind === 'not_well') return <Link to="/maintenance-tasks">{texts.open}</Link>;
  if (kind === 'shelved') return <Link to="/shelves">{texts.open}</Link>;
  if (kind === 'out_of_service') return <OutOfService site={site} point={point} />;
  const open = incident === null ? [] : openEventsOf(incident);
  if (open.length > 0) return <Button onClick={() => askAcknowledge(open)}>{texts.acknowledge}</Button>;
  if (notification?.needs_acknowledgement && who === null && notification.acknowledged === null)
    return <Button onClick={() => askAcknowledge([notification])}>{texts.acknowledge}</Button>;
  if (device === null) return null;
  return <Button onClick={() => go(device)}>{texts.open}</Button>;
};

/** What the event is decides colour and sign, not the list that it stands in. */
const severityOf = ({ notification }: HandoverPoint): 'alarm' | 'warning' | 'device' => {
  if (notification === null || notification.event_type === 'alarm_on') return 'alarm';
  return notification.event_type === 'warning_on' ? 'warning' : 'device';
};

interface TagProps {
  readonly kind: HandoverPoint['kind'];
  readonly severity?: string;
  readonly children?: ReactNode;
}

const Tag = ({ kind, severity, children }: TagProps) => (
  <Text
    padding="1px 8px"
    border="1px dashed var(--line2)"
    borderRadius={4}
    size={12}
    weight={600}
    whiteSpace="nowrap"
    className={css.tag}
    data-kind={severity && kind}
    data-severity={severity}
  >
    {children}
    {texts.kinds[kind]}
  </Text>
);

/** The story of an incident, and what to do; on a phone first its most important clauses and the order alone. */
const Told = ({ story, facts }: { readonly story: Story; readonly facts: StoryFacts }) => {
  const phone = usePhone();
  const [isWhole, setIsWhole] = useState(false);
  const without: ClauseKind[] = story.advice_is_past ? ['person', 'advice'] : ['person'];
  const isShort = phone && !isWhole && storyText(story, without).length > shortLetters;
  const told = story.clauses.filter(({ kind }) => kind !== 'person' && kind !== 'advice');
  return (
    <>
      {isShort && story.advice_runs && !story.advice_is_past && <b>{`${story.advice_runs}.`}</b>}
      <Text display="block" line={20}>
        <StorySentence story={{ ...story, clauses: isShort ? shortClauses(told) : told }} facts={facts} />
      </Text>
      {!isShort && !story.advice_is_past && (
        <Text as="div" margin="6px 0">
          <StoryAdvice story={story} />
        </Text>
      )}
      {isShort && (
        <Text>
          <Button look="quiet" onClick={() => setIsWhole(true)}>
            {shell.more}
          </Button>
        </Text>
      )}
    </>
  );
};

interface RowProps extends OpenRow {
  readonly site: Handover['site'];
  /** The newest value of its sensor; null: not known, or told by the story. */
  readonly value: string | null;
  /** The time to which durations extend, in unix ms; null for a past shift. */
  readonly now: number | null;
}

const PointRow = ({ point, incident, site, value, now }: RowProps) => {
  const zone = site.timezone;
  const story = incident && storyOf(incident, shownNow());
  const since = Date.parse(point.since);
  const severity = severityOf(point);
  const isToday = now !== null && dayText(since, zone) === dayText(now, zone);
  const beganText = isToday ? minuteText(since, zone) : dayMinuteText(since, zone);
  const sinceText = point.kind === 'unacknowledged' || point.kind === 'happened' ? beganText : texts.since(beganText);
  const { checked } = point;
  const priority = priorityOf({ point, incident });
  return (
    <Grid
      as="li"
      columns="164px minmax(180px, 5fr) minmax(140px, 1fr) minmax(116px, 0.7fr) 250px"
      gap="4px 16px"
      align="center"
      padding="8px 16px"
      borderTop="1px solid var(--line)"
      className={css.row}
      data-kind={point.kind}
      data-severity={severity}
      data-held={point.held_back !== null}
    >
      <div className={css.kind}>
        <Tag kind={point.kind} severity={severity}>
          {point.kind === 'active' && <Icon name={severity === 'alarm' ? 'bellSolid' : 'warningSolid'} size={12} />}
        </Tag>
        {point.held_back && <Tag kind={point.held_back} />}
        {priority && <PriorityTag priority={priority} />}
      </div>
      <div>
        <b>
          {story?.headline ?? titleOf(point)}
          {value && ` ${value}`}
        </b>
        {incident && story ? <Told story={story} facts={incident.facts} /> : <small>{readerWords(point.why)}</small>}
        {checked && (
          <small>
            {texts.checked(texts.recordKinds[checked.kind], dayMinuteText(Date.parse(checked.at), zone), checked.by)}
          </small>
        )}
        {checked === null && (
          <small>
            <Icon name="warning" size={12} /> {texts.unchecked}
          </small>
        )}
      </div>
      <div title={exactText(since, zone)}>
        {now === null ? sinceText : <b>{lastingText(point, now)}</b>}
        <small>{untilText(point, zone) || (now === null ? '' : sinceText)}</small>
      </div>
      <div>{whoText({ point, incident })}</div>
      <div className={css.action}>
        <Action point={point} incident={incident} site={site.id} />
      </div>
    </Grid>
  );
};

/** The open points for the next shift, most urgent first: each with its reason, a name and one action. */
export const Points = ({ shown }: { readonly shown: Handover }) => {
  const { list } = useIncidents();
  const known = shown.is_current ? (list?.results ?? []) : [];
  const rows = rowsOf(shown.points, known);
  return (
    <Text
      as="section"
      surface
      margin="0 var(--page-pad) 12px"
      overflow="hidden"
      className={css.points}
      aria-label={texts.needs}
    >
      <Row as="h2" align="baseline" justify="space-between" gap={8} padding="10px 16px" size={14}>
        {texts.needs}
        <small>{texts.worstFirst(shown.points.length, rows.length)}</small>
      </Row>
      {rows.length === 0 && <Empty icon="tick" title={texts.nothing} text={texts.nothingAbout} />}
      <ul>
        {rows.map((row) => (
          <PointRow
            {...row}
            key={row.point.key}
            site={shown.site}
            value={row.incident === null ? presentText(row.point, known) : null}
            now={shown.is_current ? Date.parse(shown.as_of) : null}
          />
        ))}
      </ul>
      <ClearedLines shown={shown} />
      {!shown.is_current && <p>{texts.notKnown}</p>}
    </Text>
  );
};
