import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/sensors';
import { Text } from '../../../ui/layout.tsx';
import { previewQuery } from '../queries.ts';
import { type PreviewedRule, previewSpans } from '../rule-preview.ts';
import css from './rule-conditions.module.css';

const words = texts.warnings;
const [width, height] = [640, 96];

interface Props {
  readonly device: number;
  readonly sensor: string;
  /** null for other kinds than value rules: only the values are drawn. */
  readonly rule: PreviewedRule | null;
}

/** The sensor's last 24 hours with limit and deadband, and when a value rule would have warned; also as text. */
export const RulePreview = ({ device, sensor, rule }: Props) => {
  const { data, isPending } = useQuery(previewQuery(device, sensor));
  const points = data ?? [];
  const values = points.flatMap(([, value]) => (value === null ? [] : value));
  const [first] = points;
  const last = points.at(-1);
  if (isPending)
    return (
      <Text as="p" tone="quiet" size={12} line={16}>
        {words.previewLoading}
      </Text>
    );
  if (!first || !last || values.length < 2)
    return (
      <Text as="p" tone="quiet" size={12} line={16}>
        {words.previewEmpty}
      </Text>
    );
  const spans = rule ? previewSpans(points, rule) : [];
  const band =
    rule === null ? [] : [rule.value, rule.sign === '<' ? rule.value + rule.deadband : rule.value - rule.deadband];
  const low = values.reduce((a, b) => Math.min(a, b), Math.min(...band, Number.POSITIVE_INFINITY));
  const high = values.reduce((a, b) => Math.max(a, b), Math.max(...band, Number.NEGATIVE_INFINITY));
  const x = (ts: number): number => ((ts - first[0]) / Math.max(1, last[0] - first[0])) * width;
  const y = (value: number): number => height - 4 - ((value - low) / Math.max(1e-9, high - low)) * (height - 8);
  let pen = 'M';
  const path = points
    .map(([ts, value]) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const step = `${pen}${x(ts).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
      return step;
    })
    .join('');
  const minutes = Math.round(spans.reduce((sum, span) => sum + span.to - span.from, 0) / 60_000);
  const said = rule === null ? words.previewOther : words.preview(spans.length, minutes);
  return (
    <Text as="figure" gridColumn="1 / -1" margin={0} className={css.preview}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={said}>
        {spans.map((span) => (
          <rect
            key={span.from}
            className={css.span}
            x={x(span.from)}
            y={0}
            width={Math.max(2, x(span.to) - x(span.from))}
            height={height}
          />
        ))}
        {rule !== null && rule.deadband > 0 && (
          <rect
            className={css.band}
            x={0}
            y={Math.min(...band.map(y))}
            width={width}
            height={Math.max(...band.map(y)) - Math.min(...band.map(y))}
          />
        )}
        {rule !== null && <line className={css.limit} x1={0} x2={width} y1={y(rule.value)} y2={y(rule.value)} />}
        <path className={css.line} d={path} />
      </svg>
      <Text as="figcaption" tone="quiet" size={12} line={16}>
        {said}
      </Text>
    </Text>
  );
};
