import { memo, useCallback, useMemo } from 'react';
import { Age } from '../../../../kit/age.tsx';
import { Icon } from '../../../../kit/icon.tsx';
import { SensorImage } from '../../../../kit/sensor-image.tsx';
import type { Severity } from '../../../../kit/severity.ts';
import { Sparkline } from '../../../../kit/sparkline.tsx';
import { gapsOf } from '../../../../kit/sparkline-gaps.ts';
import { wordOf } from '../../../../kit/standing.ts';
import { StatusTag } from '../../../../kit/status-tag.tsx';
import { numberText, unitText } from '../../../../kit/value.ts';
import type { Reading } from '../../../../wire/board.ts';
import { ringSpanMs } from '../../../../wire/ring.ts';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useAbout, useBoard, useReading } from '../../../../wire/use-reading.ts';
import type { Limit } from '../../limits.ts';
import { leastSpan, standingOf } from '../model.ts';
import { useSensorAction } from '../sensor-action.ts';
import { texts } from '../texts.ts';
import css from './sensor-card.module.css';

interface Props {
  readonly path: string;
  readonly zone: string;
  readonly limit: Limit | null;
  /** The picture that the sensor was given. */
  readonly image: number | null;
  /** System cards: a word and its state, no curve. */
  readonly small: boolean;
  readonly phone: boolean;
}

const tones: Readonly<Partial<Record<Severity, string | undefined>>> = {
  alarm: css.alarm,
  warning: css.warning,
  stale: css.stale,
  offline: css.stale,
  'no-data': css.hatch,
  lost: css.hatch,
  'not-scanned': css.hatch,
  disabled: css.disabled,
};

/** So many figures and a unit have room in the narrowest card. */
const fitting = 6;

export const ReadingValue = ({ reading }: { readonly reading: Reading }) => {
  const word = wordOf(reading);
  if (word !== null || reading.value === null) return <span className={css.word}>{word}</span>;
  const text = numberText(reading.value, reading.unit, reading.decimals);
  return (
    <span className={text.length > fitting ? `${css.number} ${css.cut}` : css.number}>
      {text}
      <small>{unitText(reading.unit, reading.value)}</small>
    </span>
  );
};

/** The number alone is drawn anew with each frame. */
const LiveValue = memo(({ path }: { readonly path: string }) => {
  const reading = useReading(path);
  return reading === undefined ? null : <ReadingValue reading={reading} />;
});

/** The curve of the last ten minutes; its points come from the board's ring. */
export const Curve = memo(
  ({
    path,
    limit,
    height,
    className,
  }: {
    readonly path: string;
    readonly limit: Limit | null;
    readonly height: number;
    readonly className?: string | undefined;
  }) => {
    const board = useBoard();
    const read = useCallback(() => board.ring(path).read(), [board, path]);
    const subscribe = useCallback((listener: () => void) => board.subscribeSensor(path, listener), [board, path]);
    const view = useCallback(() => {
      const head = board.device();
      const reading = board.reading(path);
      const to = board.clock.now();
      return {
        from: to - ringSpanMs,
        to,
        ...gapsOf(head?.usualIntervalMs ?? 60_000, head?.holds ?? false),
        limit: limit?.value ?? null,
        steps: reading !== undefined && reading.type !== 'NUMERIC',
        leastSpan: leastSpan(reading?.unit ?? '', reading?.value ?? 0),
      };
    }, [board, path, limit]);
    return <Sparkline read={read} subscribe={subscribe} view={view} height={height} className={className} />;
  },
);

/** One sensor: name, value with unit and limit, state with age, curve. Its heights never change with its state. */
export const SensorCard = memo(({ path, zone, limit, image, small, phone }: Props) => {
  const board = useBoard();
  const reading = useAbout(path);
  const action = useSensorAction();
  const severity = useMoment<Severity>((b, now) => {
    const head = b.device();
    return head === null ? 'no-data' : standingOf(b, head, path, now);
  });
  const at = useMemo(() => () => board.at(path), [board, path]);
  if (reading === undefined) return null;
  const mark = action?.mark?.(path) ?? null;
  // A snapshot knows no further back than its hour when a value was told.
  const untold = reading.value === null ? {} : { never: texts.earlier };
  const limited = limit !== null && reading.value !== null;
  const abnormal = severity === 'alarm' || severity === 'warning';
  return (
    <article
      className={[css.card, small && css.small, tones[severity], mark !== null && css.marked].filter(Boolean).join(' ')}
      data-path={path}
    >
      <h3 className={action ? css.name : `${css.name} ${css.cut}`} title={reading.name}>
        <SensorImage id={image} size={16} />
        {action ? (
          <button
            type="button"
            className={css.press}
            title={action.label(reading.name)}
            onClick={() => action.act(path)}
          >
            {reading.name}
          </button>
        ) : (
          reading.name
        )}
      </h3>
      {mark !== null && (
        <span className={css.mark}>
          <Icon name="wrench" size={12} />
          {mark}
        </span>
      )}
      <div className={limited ? `${css.value} ${css.limited}` : css.value}>
        <LiveValue path={path} />
        {limited && <span className={css.limit}>{texts.limit(limit.text)}</span>}
      </div>
      <div className={css.state} title={reading.state}>
        <StatusTag severity={severity} />
        <span className={css.age}>
          {abnormal && reading.since !== null ? (
            <Age at={reading.since} now={board.clock.shown} zone={zone} say="for" />
          ) : (
            <Age at={at} now={board.clock.shown} zone={zone} say="plain" {...untold} />
          )}
          {severity === 'stale' && ' old'}
        </span>
      </div>
      {(!small || phone) && <Curve path={path} limit={limit} height={phone ? 36 : 60} className={css.curve} />}
    </article>
  );
});
