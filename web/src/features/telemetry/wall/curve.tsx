import { curveBox, curveShape } from '../../../domain/curve-path.ts';
import type { CurvePoints } from '../../../domain/hour-curves.ts';
import { Text } from '../../../ui/layout.tsx';
import { leastSpanOf } from '../../../ui/value.ts';
import css from './curve.module.css';

/** More than two missing slots count as a gap. */
const gapMs = 150_000;

interface Props {
  readonly points: CurvePoints | undefined;
  /** Unix ms at the right edge. */
  readonly now: number;
  readonly unit: string;
  /** When the alarm began, unix ms; drawn as a dashed line. */
  readonly since?: number | null;
}

const hourMs = 3_600_000;

/** The last hour of the value beside it; hidden from screen readers. */
export const WallCurve = ({ points, now, unit, since = null }: Props) => {
  const last = points?.values.at(-1) ?? Number.NaN;
  const shape =
    points &&
    curveShape(points, { now, gapMs, minSpan: leastSpanOf(unit.replace('°', ''), Number.isNaN(last) ? 0 : last) });
  const begun = since === null ? null : ((since - (now - hourMs)) / hourMs) * curveBox.width;
  return (
    <Text
      position="relative"
      flex={1}
      minWidth={0}
      minHeight={0}
      display="block"
      className={css.curve}
      aria-hidden="true"
    >
      {shape && shape.path !== '' && (
        <svg viewBox={`0 0 ${curveBox.width} ${curveBox.height}`} preserveAspectRatio="none" role="presentation">
          {begun !== null && begun > 0 && <path className={css.since} d={`M${begun} 0V${curveBox.height}`} />}
          <path d={shape.path} />
        </svg>
      )}
      {shape?.end && (
        <i
          className={css.dot}
          style={{
            left: `${(shape.end.x / curveBox.width) * 100}%`,
            top: `${(shape.end.y / curveBox.height) * 100}%`,
          }}
        />
      )}
    </Text>
  );
};
