import { minuteText } from '../ui/time.ts';
import { leastSpanOf } from '../ui/value.ts';
import { curveBox, curveShape } from './curve-path.ts';
import css from './event-curve.module.css';
import type { CurvePoints } from './hour-curves.ts';

const hourMs = 3_600_000;
/** What happened before the first event of an incident, so that a reader sees from where its value came. */
const beforeMs = 600_000;
/** More than two missing slots are a gap. */
const gapMs = 150_000;
/** Shares of the width at which the time of the event would touch the one at the edge. */
const edges = { left: 15, right: 82 } as const;

/** Beginning of an incident's axis: ten minutes before its first event, at most an hour ago. */
export const incidentFrom = (firstAt: number, now: number): number => Math.max(now - hourMs, firstAt - beforeMs);

interface Props {
  readonly points: CurvePoints | undefined;
  /** Unix ms at the right and the left edge; by default the last hour. */
  readonly now: number;
  readonly from?: number;
  readonly unit: string;
  /** The event itself, and others that are drawn as dashed lines. */
  readonly event?: { readonly from: number; readonly until: number; readonly others?: readonly number[] } | null;
  /** With it, the times stand below. */
  readonly zone?: string;
  /** What it shows; without it, it is hidden from screen readers. */
  readonly label?: string;
}

/** A value over time, with the span of its alarm and the moments that followed. */
export const EventCurve = ({ points, now, from = now - hourMs, unit, event = null, zone, label }: Props) => {
  const last = points?.values.at(-1) ?? Number.NaN;
  const minSpan = leastSpanOf(unit.replace('°', ''), Number.isNaN(last) ? 0 : last);
  const shape = points && curveShape(points, { now, from, gapMs, minSpan });
  const share = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (now - from)) * 100));
  const x = (at: number): number => (share(at) / 100) * curveBox.width;
  const begun = event && event.from > from ? share(event.from) : null;
  /** A time at its place, within both edges. */
  const placed = (percent: number) => ({ left: `${percent}%`, transform: `translateX(-${percent}%)` });
  const isDrawn = shape !== undefined && shape.path !== '';
  return (
    <span
      className={css.curve}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <span className={css.plot}>
        {isDrawn && (
          <svg viewBox={`0 0 ${curveBox.width} ${curveBox.height}`} preserveAspectRatio="none" role="presentation">
            {event && (
              <rect x={x(event.from)} width={Math.max(2, x(event.until) - x(event.from))} height={curveBox.height} />
            )}
            {[...new Set(begun === null || !event ? [] : [event.from, ...(event.others ?? [])])].map((at) => (
              <path key={at} className={css.moment} d={`M${x(at)} 0V${curveBox.height}`} />
            ))}
            <path d={shape.path} />
          </svg>
        )}
        {shape?.end && (
          <i
            style={{
              left: `${(shape.end.x / curveBox.width) * 100}%`,
              top: `${(shape.end.y / curveBox.height) * 100}%`,
            }}
          />
        )}
      </span>
      {zone !== undefined && isDrawn && (
        <span className={css.times}>
          <span>{begun !== null && begun < edges.left ? '' : minuteText(from, zone)}</span>
          {/* Three times: both edges, and between them the event or the middle. */}
          {event && begun !== null && <b style={placed(begun)}>{minuteText(event.from, zone)}</b>}
          {(begun === null || begun < edges.left || begun > edges.right) && (
            <b style={placed(50)}>{minuteText((from + now) / 2, zone)}</b>
          )}
          <span>{begun !== null && begun > edges.right ? '' : minuteText(now, zone)}</span>
        </span>
      )}
    </span>
  );
};
