import { storyValue } from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { Row, Stack, Text } from '../ui/layout.tsx';
import { EventCurve, incidentFrom } from './event-curve.tsx';
import { useCurves } from './hour-curves.ts';
import css from './story-view.module.css';

/** The sensor that the story follows, with the span of its alarm and the beginnings that followed. */
export const StoryCurve = ({ incident, now }: { readonly incident: Incident; readonly now: number }) => {
  const { facts, events, site } = incident;
  const rank = (row: Notification): number => 2 * Number(row.is_active) + Number(row.event_type === 'alarm_on');
  const own = events.filter((row) => row.full_sensor_id === facts.present?.full_sensor_id);
  const [followed] = own.toSorted((a, b) => rank(b) - rank(a));
  const sensor = followed?.full_sensor_id ?? null;
  const points = useCurves(site.id, sensor === null ? [] : [sensor]).get(sensor ?? '');
  if (!followed || !points) return null;
  const { present } = facts;
  const isNow = present !== null && !present.is_old && present.is_online;
  const shown = isNow && present.value !== null ? storyValue(present.value, present.unit, shownLanguage()) : '';
  const valueText = [followed.sensor_name, shown].filter(Boolean).join(' ');
  // The limit of a rule is in its words; that of a controller is not known, so it says at what value it began.
  const begunAt = facts.events.find(({ id }) => id === followed.id)?.value ?? null;
  const isWarning = followed.event_type === 'warning_on';
  const limitText = isWarning
    ? readerWords(followed.content)
    : begunAt !== null && present && t.began(storyValue(begunAt, present.unit, shownLanguage()));
  const begun = Date.parse(followed.date_created);
  const times = events.map((row) => Date.parse(row.date_created));
  return (
    <Stack
      as="figure"
      grows
      flex="1 1 260px"
      minWidth={0}
      overflowWrap="anywhere"
      height={160}
      margin={0}
      size={12}
      className={css.curve}
      data-severity={incident.story.severity}
    >
      <Row as="figcaption" wrap justify="space-between" gap="0 8px">
        <b>{valueText}</b>
        <Text tone="quiet">{limitText}</Text>
      </Row>
      <EventCurve
        points={points}
        now={now}
        from={incidentFrom(Math.min(...times), now)}
        unit={facts.present?.unit ?? ''}
        event={{
          from: begun,
          until: followed.duration === null ? now : begun + followed.duration * 1_000,
          others: times.filter((at) => at > begun).slice(0, 3),
        }}
        zone={site.timezone}
        label={t.now.curve(followed.sensor_name ?? '')}
      />
    </Stack>
  );
};
