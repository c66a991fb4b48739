import type { Rehearsal, RehearsedAlarm, SentSignal } from '@tocsin/contract/rehearsal';
import type { SignalSpan } from '@tocsin/contract/rehearsal-signal';
import { texts } from '@tocsin/contract/texts/rehearsal';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { useWidth } from '../../ui/chart/use-width.ts';
import { Text } from '../../ui/layout.tsx';
import { valueText } from '../../ui/value.ts';
import css from './rehearsal.module.css';

interface Props {
  readonly rehearsal: Rehearsal;
  readonly name: string;
  readonly unit: string;
  readonly before: readonly SignalSpan[] | null;
  readonly after: readonly SignalSpan[];
  readonly alarms: readonly RehearsedAlarm[];
  /** The sensor's values in equal parts of the range; null if they were not sent. */
  readonly signal: SentSignal | null;
  readonly limit: number;
  readonly clearLimit: number;
}

const side = 116;
const right = 56;
const rowHeight = 24;
const rowsTop = 24;
const chartTop = 84;
const chartHeight = 132;
const height = chartTop + chartHeight + 8;

/** Warnings before and after on one time axis, above a graph of the value with its limit. */
export const Timeline = ({ rehearsal, name, unit, before, after, alarms, signal, limit, clearLimit }: Props) => {
  const [ref, width] = useWidth();
  const { from, to, timezone } = rehearsal;
  const isNarrow = width < 560;
  const left = isNarrow ? 8 : side;
  const end = Math.max(left + 40, width - (isNarrow ? 8 : right));
  const x = (at: number): number => left + ((Math.min(Math.max(at, from), to) - from) / (to - from)) * (end - left);
  const bars = (spans: readonly SignalSpan[], top: number) =>
    spans.map((span) => (
      <rect
        key={span.from}
        className={css.bar}
        x={x(span.from)}
        y={top + 4}
        width={Math.max(2, x(span.to ?? to) - x(span.from))}
        height={rowHeight - 8}
      />
    ));
  return (
    <Text ref={ref} as="div" minHeight={224} className={css.timeline}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={texts.chart(name)}>
          {timeTicks(from, to, end - left, timezone, 96).map((tick) => (
            <g key={tick.at}>
              <line className={css.grid} x1={x(tick.at)} x2={x(tick.at)} y1={rowsTop} y2={height - 8} />
              <text className={css.tick} x={x(tick.at)} y={14} textAnchor="middle">
                {tick.label}
              </text>
            </g>
          ))}
          {rehearsal.excluded.map((span) => (
            <rect
              key={`${span.from} ${span.reason} ${span.index}`}
              className={css.excluded}
              x={x(span.from)}
              y={rowsTop}
              width={Math.max(1, x(span.to) - x(span.from))}
              height={rowHeight}
            />
          ))}
          {!isNarrow && (
            <>
              <text className={css.rowName} x={0} y={rowsTop + 16}>
                {texts.inForce}
              </text>
              <text className={css.rowName} x={0} y={rowsTop + rowHeight + 16}>
                {texts.edited}
              </text>
              <text className={css.count} x={end + 8} y={rowsTop + 17}>
                {before ? before.length : '-'}
              </text>
              <text className={css.count} x={end + 8} y={rowsTop + rowHeight + 17}>
                {after.length}
              </text>
            </>
          )}
          <line className={css.grid} x1={left} x2={end} y1={rowsTop + rowHeight} y2={rowsTop + rowHeight} />
          {bars(before ?? [], rowsTop)}
          {bars(after, rowsTop + rowHeight)}
          {alarms.map((alarm) => (
            <line
              key={alarm.at}
              className={css.alarm}
              x1={x(alarm.at)}
              x2={x(alarm.at)}
              y1={rowsTop}
              y2={chartTop + chartHeight}
            />
          ))}
          {signal && (
            <Envelope
              signal={signal}
              left={left}
              end={end}
              limit={limit}
              clearLimit={clearLimit}
              unit={unit}
              isNarrow={isNarrow}
            />
          )}
        </svg>
      )}
    </Text>
  );
};

interface EnvelopeProps {
  readonly signal: SentSignal;
  readonly left: number;
  readonly end: number;
  readonly limit: number;
  readonly clearLimit: number;
  readonly unit: string;
  readonly isNarrow: boolean;
}

const extent = (signal: SentSignal, limit: number): { readonly low: number; readonly high: number } => {
  const values = [...signal.lows, ...signal.highs].filter((value) => value !== null);
  const low = values.reduce((least, value) => Math.min(least, value), limit);
  const high = values.reduce((most, value) => Math.max(most, value), limit);
  const room = (high - low || 1) * 0.08;
  return { low: low - room, high: high + room };
};

/** Graph of the lowest and highest value in each part of the range, with limit and deadband. */
const Envelope = ({ signal, left, end, limit, clearLimit, unit, isNarrow }: EnvelopeProps) => {
  const { low, high } = extent(signal, limit);
  const y = (value: number): number => chartTop + chartHeight - ((value - low) / (high - low)) * chartHeight;
  const step = (end - left) / signal.lows.length;
  const isEqual = signal.sign === '=';
  return (
    <>
      {!isEqual && (
        <rect
          className={css.band}
          x={left}
          width={end - left}
          y={Math.min(y(limit), y(clearLimit))}
          height={Math.abs(y(limit) - y(clearLimit))}
        />
      )}
      <path
        className={css.envelope}
        d={signal.lows
          .map((value, index) => {
            const top = signal.highs[index] ?? null;
            if (value === null || top === null) return '';
            const at = left + (index + 0.5) * step;
            return `M${at.toFixed(1)} ${y(value).toFixed(1)}V${Math.min(y(value) - 1, y(top)).toFixed(1)}`;
          })
          .join('')}
        strokeWidth={Math.max(1, step)}
      />
      {!isEqual && (
        <>
          <line className={css.limit} x1={left} x2={end} y1={y(limit)} y2={y(limit)} />
          <text
            className={css.limitText}
            x={isNarrow ? end - 4 : end + 8}
            y={y(limit) + (isNarrow ? -4 : 4)}
            textAnchor={isNarrow ? 'end' : 'start'}
          >
            {valueText(limit, unit)}
          </text>
        </>
      )}
    </>
  );
};
