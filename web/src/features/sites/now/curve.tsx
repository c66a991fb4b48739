import type { Incident } from '@tocsin/contract/incidents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { EventCurve, incidentFrom } from '../../../domain/event-curve.tsx';
import { useCurves } from '../../../domain/hour-curves.ts';
import { Stack } from '../../../ui/layout.tsx';
import css from './now.module.css';

/** The sensor that the story follows, with the span of its alarm and the beginnings that followed. */
export const StoryCurve = ({ incident, now }: { readonly incident: Incident; readonly now: number }) => {
  const { facts, events, site } = incident;
  const followed = events.find(
    (row) => row.sensor_name === facts.present?.sensor && row.device === facts.present.device,
  );
  const sensor = followed?.full_sensor_id ?? null;
  const points = useCurves(site.id, sensor === null ? [] : [sensor]).get(sensor ?? '');
  if (!followed || !points) return null;
  const begun = Date.parse(followed.date_created);
  const times = events.map((row) => Date.parse(row.date_created));
  return (
    <Stack
      as="figure"
      grows
      flex="1 1 260px"
      minWidth={0}
      height={140}
      margin={0}
      size={12}
      className={css.curve}
      data-severity={incident.story.severity}
    >
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
