import { SensorStatus } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/graphs';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { strokeOf } from '../../../../ui/chart/chart-lines.ts';
import { extent, pointUnder, type Reach } from '../../../../ui/chart/columns.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { usePalette } from '../../../../ui/theme.ts';
import { slotText } from '../../../../ui/time.ts';
import { usePhone } from '../../../../ui/use-media.ts';
import { numberText, unitText, valueText } from '../../../../ui/value.ts';
import type { EventSpan } from '../event-spans.ts';
import type { GraphSeries } from '../model.ts';
import type { Earlier } from '../periods.ts';
import css from './legend.module.css';
import { dragOf } from './use-combine.ts';

export interface At {
  readonly text: string;
  readonly unit: string;
  readonly severity: 'alarm' | 'warning' | 'ok' | 'no-data';
  readonly state: string;
  /** The slot under the cursor: its time and its values. */
  readonly slot: readonly [when: string, lowHigh: string] | null;
}

export interface Shown {
  readonly slotMs: number | null;
  readonly withinMs: number;
  readonly zone: string;
}

const lowHighText = (one: GraphSeries, low: number, high: number): string =>
  texts.lowHigh(numberText(low, one.unit, one.decimals), valueText(high, one.unit, one.decimals));

/** The value at the cursor, or the newest visible one without a cursor. */
type Span = Pick<EventSpan, 'from' | 'to' | 'isOpen'>;

const valueAt = (one: GraphSeries, group: ChartGroup, warnings: readonly Span[], shown: Shown): At => {
  const { columns } = one;
  const at = group.cursor();
  const shownRange: Reach = { ...shown, pixelMs: group.cursorPixel() };
  const index = at === null ? columns.times.length - 1 : pointUnder(columns, at, shownRange);
  const value = columns.values[index];
  const gap = shown.slotMs === null && at !== null && one.gaps.some((each) => at > each.from && at < each.to);
  if (value === undefined || gap) return { text: texts.noData, unit: '', severity: 'no-data', state: '', slot: null };
  const alarm = columns.flags[index] === 1;
  const time = columns.times[index] ?? 0;
  const warned = warnings.some((span) => time >= span.from && (span.isOpen || time <= span.to));
  const state = columns.texts[columns.states[index] ?? 0] ?? '';
  return {
    text: one.contact
      ? state || (alarm ? texts.contact.alarm : texts.contact.ok)
      : numberText(value, one.unit, one.decimals),
    unit: one.contact ? '' : unitText(one.unit, value),
    severity: alarm ? 'alarm' : warned ? 'warning' : 'ok',
    state,
    slot:
      at === null || shown.slotMs === null
        ? null
        : [
            slotText(time, shown.slotMs, shown.zone),
            one.contact || !columns.low || !columns.high
              ? ''
              : lowHighText(one, columns.low[index] ?? value, columns.high[index] ?? value),
          ],
  };
};

const same = (a: At, b: At): boolean =>
  a.text === b.text &&
  a.unit === b.unit &&
  a.severity === b.severity &&
  a.state === b.state &&
  a.slot?.[0] === b.slot?.[0] &&
  a.slot?.[1] === b.slot?.[1];

/** The legend at the cursor: evaluated on every movement, re-rendered only when its text changes. */
export const useValue = (one: GraphSeries, group: ChartGroup, warnings: readonly Span[], shown: Shown): At => {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame = 0;
      const soon = (): void => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(listener);
      };
      const leave = group.onCursor(soon);
      return () => {
        cancelAnimationFrame(frame);
        leave();
      };
    },
    [group],
  );
  const last = useRef<At | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const next = valueAt(one, group, warnings, shown);
    if (last.current === null || !same(last.current, next)) last.current = next;
    return last.current;
  });
};

/** Text with the lowest and highest visible value; null for contacts, and without a value. */
export const useExtent = (one: GraphSeries, group: ChartGroup): string | null => {
  const range = useSyncExternalStore(group.onRange, group.range);
  if (one.contact) return null;
  const lineExtent = extent(one.columns, range.from, range.to);
  return lineExtent && lowHighText(one, lineExtent[0], lineExtent[1]);
};

interface Props {
  readonly one: GraphSeries;
  readonly group: ChartGroup;
  readonly warnings: readonly Span[];
  readonly shownRange: Shown;
}

const number = { size: 28, weight: 600, letterSpacing: '-0.02em' } as const;
const word = { size: 20, weight: 600, oneLine: true } as const;

/** A sensor's name, value at the cursor, state, and lowest and highest visible value. */
export const BigLegend = ({ one, group, warnings, shownRange }: Props) => {
  const at = useValue(one, group, warnings, shownRange);
  const lowHigh = useExtent(one, group);
  return (
    <>
      <Row as="p" align="baseline" gap={4} minWidth={0} line={36} whiteSpace="nowrap" className={css.value}>
        <Text {...(one.contact || at.severity === 'no-data' ? word : number)}>{at.text}</Text>
        {at.unit && (
          <Text as="small" tone="quiet" size={14}>
            {at.unit}
          </Text>
        )}
      </Row>
      <Row as="p" gap={8} minWidth={0} height={20} tone="quiet" size={12} whiteSpace="nowrap">
        <StatusTag severity={at.severity} />
        {at.severity !== 'no-data' && at.state && at.state !== at.text && at.state !== SensorStatus.enum.OK && (
          <Text overflow="hidden" textOverflow="ellipsis">
            {at.state}
          </Text>
        )}
      </Row>
      {(at.slot !== null || lowHigh !== null) && (
        <Text as="p" marginTop={6} tone="faint" size={12} line={16} whiteSpace="pre-line" className={css.extent}>
          {at.slot?.join('\n') ?? lowHigh}
        </Text>
      )}
    </>
  );
};

const noWarnings: readonly Span[] = [];

interface EarlierProps extends Omit<Props, 'warnings'> {
  readonly period: Earlier;
  /** True if the chart has several sensors, so that each needs its name. */
  readonly named: boolean;
}

/** The value of the earlier period at the cursor: 'Previous week 43.1 °C'. */
export const EarlierLegend = ({ one, group, shownRange, period, named }: EarlierProps) => {
  const at = useValue(one, group, noWarnings, shownRange);
  return (
    <Text as="p" marginTop={6} tone="faint" size={12} line={16} className={css.extent}>
      {named ? `${texts.earlier[period]}, ${one.name}` : texts.earlier[period]}
      <br />
      {at.text} {at.unit}
    </Text>
  );
};

/** The state of a strip at the cursor, as the device sent it. */
export const StripLegend = ({ one, group, warnings, shownRange }: Props) => {
  const at = useValue(one, group, warnings, shownRange);
  return (
    <Row as="p" gap={8} minWidth={0} tone="quiet" size={12} line={18} className={css.strip}>
      <span>{at.text}</span>
      {at.severity !== 'ok' && at.severity !== 'no-data' && <StatusTag severity={at.severity} />}
    </Row>
  );
};

interface RowProps extends Props {
  readonly stroke: number;
  readonly isFaint: boolean;
  readonly shown: boolean;
  readonly onToggle: () => void;
  /** Opens the sensor on its own. */
  readonly onOnly?: ((path: string) => void) | undefined;
}

/** One of several sensors of a chart; a press toggles its line. */
export const RowLegend = ({ one, group, warnings, shownRange, stroke, isFaint, shown, onToggle, onOnly }: RowProps) => {
  const at = useValue(one, group, warnings, shownRange);
  const palette = usePalette();
  const isPhone = usePhone();
  const { colour, dash } = strokeOf(stroke, palette, isFaint);
  // The last word, such as the side, is never cut. The rows of a phone have room for a second line.
  const last = one.name.includes(' ') ? one.name.lastIndexOf(' ') : one.name.length;
  const toggle = (
    <button
      type="button"
      className={css.row}
      {...dragOf(one.path)}
      aria-pressed={shown}
      onClick={onToggle}
      title={at.slot ? at.slot.filter(Boolean).join(': ') : undefined}
    >
      <svg width="20" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="20" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      </svg>
      <Row as="span" flex={1} minWidth={0} tone="quiet" title={one.name}>
        {isPhone ? (
          <Text overflowWrap="anywhere">{one.name}</Text>
        ) : (
          <>
            <Text oneLine>{one.name.slice(0, last)}</Text>
            <Text whiteSpace="pre">{one.name.slice(last)}</Text>
          </>
        )}
      </Row>
      <span className={at.severity === 'alarm' ? css.alarm : at.severity === 'warning' ? css.warning : css.plain}>
        {at.text} {at.unit}
      </span>
    </button>
  );
  if (onOnly === undefined) return toggle;
  return (
    <Row className={css.member}>
      {toggle}
      <IconButton icon="right" size={16} label={texts.only(one.name)} onClick={() => onOnly(one.path)} />
    </Row>
  );
};
