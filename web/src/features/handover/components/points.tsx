import { Link, useNavigate } from '@tanstack/react-router';
import type { Handover, HandoverPoint } from '@tocsin/contract/handover';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/handover';
import { storyOf } from '../../../domain/incident-story.ts';
import { openDevice } from '../../../domain/plant.ts';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { StorySentence } from '../../../domain/story-view.tsx';
import { shownNow } from '../../../live/clock.ts';
import { useIncidents } from '../../../live/incidents.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { Empty } from '../../../ui/states.tsx';
import { dayMinuteText, dayText, exactText, minuteText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { lastingText } from '../model.ts';
import css from './points.module.css';

const untilText = ({ kind, until }: HandoverPoint, zone: string): string => {
  if (until === null) return '';
  const when = dayMinuteText(Date.parse(until), zone);
  return kind === 'out_of_service' ? texts.review(when) : texts.until(when);
};

const Action = ({ point }: { readonly point: HandoverPoint }) => {
  const navigate = useNavigate();
  const { run: open } = useAction(openDevice, { onDone: () => navigate({ to: '/dashboard' }) });
  const { kind, notification, who, device_id: device } = point;
  if (kind === 'shelved') return <Link to="/shelves">{texts.open}</Link>;
  if (kind === 'out_of_service') return <Link to="/out-of-service">{texts.open}</Link>;
  if (notification?.needs_acknowledgement && who === null && notification.acknowledged === null)
    return <Button onClick={() => askAcknowledge([notification])}>{texts.acknowledge}</Button>;
  if (device === null) return null;
  return <Button onClick={() => open(device)}>{texts.open}</Button>;
};

/** What the event is decides colour and sign, not the list that it stands in. */
const severityOf = ({ notification }: HandoverPoint): 'alarm' | 'warning' | 'device' => {
  if (notification === null || notification.event_type === 'alarm_on') return 'alarm';
  return notification.event_type === 'warning_on' ? 'warning' : 'device';
};

interface RowProps {
  readonly point: HandoverPoint;
  readonly zone: string;
  /** The time to which durations extend, in unix ms; null for a past shift. */
  readonly now: number | null;
}

const PointRow = ({ point, zone, now }: RowProps) => {
  const since = Date.parse(point.since);
  const isToday = now !== null && dayText(since, zone) === dayText(now, zone);
  const beganText = isToday ? minuteText(since, zone) : dayMinuteText(since, zone);
  const sinceText = point.kind === 'unacknowledged' ? beganText : texts.since(beganText);
  return (
    <Grid
      as="li"
      columns="220px minmax(180px, 2.4fr) minmax(140px, 1fr) minmax(110px, 1fr) 130px"
      gap="4px 16px"
      align="center"
      padding="8px 16px"
      borderTop="1px solid var(--line)"
      className={css.row}
      data-kind={point.kind}
      data-severity={severityOf(point)}
      data-held={point.held_back !== null}
    >
      <div className={css.kind}>
        <Text
          padding="1px 8px"
          border="1px dashed var(--line2)"
          borderRadius={4}
          size={12}
          weight={600}
          whiteSpace="nowrap"
          className={css.tag}
          data-kind={point.kind}
          data-severity={severityOf(point)}
        >
          {point.kind === 'active' && (
            <Icon name={severityOf(point) === 'alarm' ? 'bellSolid' : 'warningSolid'} size={12} />
          )}
          {texts.kinds[point.kind]}
        </Text>
        {point.held_back && (
          <Text
            padding="1px 8px"
            border="1px dashed var(--line2)"
            borderRadius={4}
            size={12}
            weight={600}
            whiteSpace="nowrap"
            className={css.tag}
          >
            {texts.kinds[point.held_back]}
          </Text>
        )}
        {point.priority && <PriorityTag priority={point.priority} />}
      </div>
      <div>
        <b>{[point.device, readerWords(point.what)].filter(Boolean).join(', ')}</b>
        <small>{readerWords(point.why)}</small>
      </div>
      <div title={exactText(since, zone)}>
        {now === null ? sinceText : <b>{lastingText(point, now)}</b>}
        <small>{untilText(point, zone) || (now === null ? '' : sinceText)}</small>
      </div>
      <div>{point.who ?? texts.nobody}</div>
      <div className={css.action}>
        <Action point={point} />
      </div>
    </Grid>
  );
};

/** The open incidents of the site as stories. */
const OpenStories = ({ site }: { readonly site: number }) => {
  const { list } = useIncidents();
  const own = (list?.results ?? []).filter((incident) => incident.site.id === site && incident.event_count > 1);
  return own.map((incident) => (
    <Text
      key={incident.id}
      as="p"
      margin={0}
      padding="8px 16px"
      borderTop="1px solid var(--line)"
      overflowWrap="anywhere"
    >
      <StorySentence story={storyOf(incident, shownNow())} facts={incident.facts} without={[]} />
    </Text>
  ));
};

/** The open points for the next shift, most urgent first: each with its reason, a name and one action. */
export const Points = ({ shown }: { readonly shown: Handover }) => (
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
      <small>{texts.worstFirst(shown.points.length)}</small>
    </Row>
    {shown.is_current && <OpenStories site={shown.site.id} />}
    {shown.points.length === 0 && <Empty icon="tick" title={texts.nothing} text={texts.nothingAbout} />}
    <ul>
      {shown.points.map((point) => (
        <PointRow
          key={point.key}
          point={point}
          zone={shown.site.timezone}
          now={shown.is_current ? Date.parse(shown.as_of) : null}
        />
      ))}
    </ul>
    {!shown.is_current && <p>{texts.notKnown}</p>}
  </Text>
);
