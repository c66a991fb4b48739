import { type Severity, trippedStates } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import { texts as walking } from '@tocsin/contract/texts/walk-tests';
import { memo, useCallback, useMemo } from 'react';
import { heldBackWords } from '../../../../domain/held-back-words.ts';
import { beyond, type Limit, limitBeside } from '../../../../domain/limits.ts';
import { SensorImage } from '../../../../domain/sensor-image.tsx';
import { wordOf } from '../../../../domain/sensor-status.ts';
import type { Reading } from '../../../../live/device-store.ts';
import { heldBack } from '../../../../live/held-back.ts';
import { ringSpanMs } from '../../../../live/ring.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useDeviceStore, useReading, useReadingDetails } from '../../../../live/use-reading.ts';
import { Age } from '../../../../ui/age.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import { Sparkline } from '../../../../ui/sparkline.tsx';
import { gapsOf } from '../../../../ui/sparkline-gaps.ts';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { shortSpanText } from '../../../../ui/time.ts';
import { leastSpanOf, numberText, unitText } from '../../../../ui/value.ts';
import type { CardPosition } from '../arrange.ts';
import { severityOf } from '../model.ts';
import { useSensorAction } from '../sensor-action.ts';
import { CardMark } from './card-mark.tsx';
import css from './sensor-card.module.css';

interface Props {
  readonly path: string;
  readonly zone: string;
  readonly limit: Limit | null;
  /** The sensor's chosen image. */
  readonly image: number | null;
  /** A contact or a state: a card of half height with a word and no curve. */
  readonly half: boolean;
  readonly phone: boolean;
  /** Its position in the section's grid; null: placed automatically. */
  readonly place: CardPosition | null;
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

/** Number of digits that fit beside a unit in the narrowest card. */
const fitting = 6;
/** Longer states are set on two lines in a smaller font. */
const oneLine = 13;

export const ReadingValue = ({ reading }: { readonly reading: Reading }) => {
  const word = wordOf(reading);
  if (word !== null || reading.value === null)
    return (
      <span className={word !== null && word.length > oneLine ? `${css.word} ${css.long}` : css.word}>{word}</span>
    );
  const text = numberText(reading.value, reading.unit, reading.decimals);
  return (
    <span className={text.length > fitting ? `${css.number} ${css.cut}` : css.number}>
      {text}
      <small>{unitText(reading.unit, reading.value)}</small>
    </span>
  );
};

/** The part of a card that re-renders with each frame. */
const LiveValue = memo(({ path }: { readonly path: string }) => {
  const reading = useReading(path);
  return reading === undefined ? null : <ReadingValue reading={reading} />;
});

/** The curve of the last ten minutes; its points come from the device store's ring. */
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
    const store = useDeviceStore();
    const read = useCallback(() => store.ring(path).read(), [store, path]);
    const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
    const view = useCallback(() => {
      const head = store.device();
      const reading = store.reading(path);
      const to = store.clock.now();
      return {
        from: to - ringSpanMs,
        to,
        ...gapsOf(head?.usualIntervalMs ?? 60_000, head?.holds ?? false),
        limit: limit?.value ?? null,
        steps: reading !== undefined && reading.type !== 'NUMERIC',
        minSpan: leastSpanOf(reading?.unit ?? '', reading?.value ?? 0),
      };
    }, [store, path, limit]);
    return <Sparkline read={read} subscribe={subscribe} view={view} height={height} className={className} />;
  },
);

/** One sensor: name, value with unit and limit, state with age, curve. The height does not depend on the state. */
export const SensorCard = memo(({ path, zone, limit, image, half, phone, place }: Props) => {
  const store = useDeviceStore();
  const reading = useReadingDetails(path);
  const action = useSensorAction();
  const severity = useDerived<Severity>((b, now) => {
    const head = b.device();
    return head === null ? 'no-data' : severityOf(b, head, path, now);
  });
  const shelved = useDerived<string>((b, now) => {
    const held = heldBack(b.device() ?? {}, path, now);
    return held?.kind === 'shelved' ? shortSpanText(held.until - now) : '';
  });
  /** Whether it is shelved or out of service, why, by whom and until when; empty: neither. */
  const words = useDerived<string>((b, now) => {
    const held = heldBack(b.device() ?? {}, path, now);
    return held === null ? '' : heldBackWords(held, zone, now).full;
  });
  const isWalked = useDerived<boolean>((b, now) => heldBack(b.device() ?? {}, path, now)?.kind === 'walk');
  /** The rule beside the value has not warned yet: its delay runs. */
  const side = useDerived<'over' | 'under' | null>((b) => beyond(limit, b.reading(path)?.value));
  const at = useMemo(() => () => store.at(path), [store, path]);
  if (reading === undefined) return null;
  const mark = action?.mark?.(path) ?? (isWalked ? walking.heldShort : null);
  const dead = action?.suspicion?.(path) ?? null;
  // A snapshot knows the age of a value only within the hour that it covers.
  const ageOfMissing = reading.value === null ? {} : { never: texts.earlier };
  // The device raises an alarm by a limit of its own: none of ours stands beside it.
  const beside = limitBeside(severity, limit);
  const limited = beside !== null && reading.value !== null;
  const tripped = half && trippedStates.has(reading.state) ? texts.notNormal : null;
  const unusual = severity !== 'ok' ? null : side === null ? tripped : texts[side];
  const abnormal = severity === 'alarm' || severity === 'warning';
  return (
    <article
      className={[css.card, half && css.half, tones[severity], mark !== null && css.marked, words !== '' && css.shelved]
        .filter(Boolean)
        .join(' ')}
      data-path={path}
      style={place === null ? undefined : { gridColumn: place.column, gridRow: `${place.row} / span ${half ? 1 : 2}` }}
    >
      <h3 className={action ? css.name : `${css.name} ${css.cut}`} title={reading.name}>
        <SensorImage id={image} size={16} />
        {action ? (
          <Text
            type="button"
            as="button"
            maxWidth="100%"
            padding={0}
            className={css.press}
            title={action.label(reading.name)}
            onClick={() => action.act(path)}
          >
            {reading.name}
          </Text>
        ) : (
          reading.name
        )}
      </h3>
      <CardMark running={mark} shelved={shelved} heldBack={words} dead={dead} />
      {action?.shelve && mark === null && shelved === '' && (
        <button
          type="button"
          className={css.shelve}
          aria-label={shelving.shelveThis(reading.name)}
          title={shelving.shelveThis(reading.name)}
          onClick={() => action.shelve?.(path, reading.name, severity === 'alarm')}
        >
          <Icon name="clock" size={14} />
        </button>
      )}
      <div className={limited ? `${css.value} ${css.limited}` : css.value}>
        <LiveValue path={path} />
        {limited && (
          <Text tone="faint" size={12}>
            {texts.limit(beside.text)}
          </Text>
        )}
      </div>
      <Row
        justify="space-between"
        gap={6}
        className={css.state}
        title={severity === 'alarm' ? [reading.state, texts.fromController].filter(Boolean).join(', ') : reading.state}
      >
        {/* On half cards the value is the state: 'OK' needs no 'OK' beside it. */}
        {(severity !== 'ok' || (!half && unusual === null)) && <StatusTag severity={severity} />}
        {unusual !== null && (
          <Text tone="warning" size={12} weight={600} whiteSpace="nowrap">
            <Icon name="warning" size={12} /> {unusual}
          </Text>
        )}
        <Text marginLeft="auto" tone="faint" size={12} line={16} whiteSpace="nowrap" className={css.age}>
          {abnormal && reading.since !== null ? (
            <Age at={reading.since} now={store.clock.shown} zone={zone} phrase="for" />
          ) : (
            <Age at={at} now={store.clock.shown} zone={zone} phrase="plain" {...ageOfMissing} />
          )}
          {severity === 'stale' && ` ${texts.old}`}
        </Text>
      </Row>
      {!half && <Curve path={path} limit={beside} height={phone ? 36 : 60} className={css.curve} />}
    </article>
  );
});
