import type { Incident } from '@tocsin/contract/incidents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { curveBox, curveShape } from '../../../domain/curve-path.ts';
import { useCurves } from '../../../domain/hour-curves.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { minuteText } from '../../../ui/time.ts';
import css from './now.module.css';

const hourMs = 3_600_000;
/** More than two missing slots are a gap. */
const gapMs = 150_000;
/** Noise below this span is not drawn as a movement. */
const leastSpan = 5;

const xOf = (at: number, now: number): number =>
  Math.min(1, Math.max(0, (at - (now - hourMs)) / hourMs)) * curveBox.width;

/** The last hour of the sensor that the story follows, with the span of its alarm and the beginnings that followed. */
export const StoryCurve = ({ incident, now }: { readonly incident: Incident; readonly now: number }) => {
  const { facts, events, site } = incident;
  const followed = events.find(
    (row) => row.sensor_name === facts.present?.sensor && row.device === facts.present.device,
  );
  const sensor = followed?.full_sensor_id ?? null;
  const points = useCurves(site.id, sensor === null ? [] : [sensor]).get(sensor ?? '');
  const shape = points && curveShape(points, { now, gapMs, minSpan: leastSpan });
  if (!followed || !shape || shape.path === '') return null;
  const begun = Date.parse(followed.date_created);
  const until = followed.duration === null ? now : begun + followed.duration * 1_000;
  const others = events.filter((row) => row !== followed && Date.parse(row.date_created) > begun).slice(0, 3);
  const [left, right] = [xOf(begun, now), xOf(until, now)];
  return (
    <Stack as="figure" flex="1 1 260px" minWidth={0} margin={0} gap={4}>
      <svg
        className={css.curve}
        data-severity={incident.story.severity}
        viewBox={`0 0 ${curveBox.width} ${curveBox.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.now.curve(followed.sensor_name ?? '')}
      >
        <rect x={left} width={Math.max(2, right - left)} height={curveBox.height} />
        {others.map((row) => (
          <path key={row.id} d={`M${xOf(Date.parse(row.date_created), now)} 0V${curveBox.height}`} data-other />
        ))}
        <path d={shape.path} />
      </svg>
      <Row as="figcaption" justify="space-between" size={12} line={16} tone="quiet">
        <span>{minuteText(now - hourMs, site.timezone)}</span>
        <span>{minuteText(begun, site.timezone)}</span>
        <span>{minuteText(now, site.timezone)}</span>
      </Row>
    </Stack>
  );
};
