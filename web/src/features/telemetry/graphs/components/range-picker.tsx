import { longestRangeMs } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { Popover, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../../live/clock.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';
import { Row, Stack, Text } from '../../../../ui/layout.tsx';
import { MomentFields } from '../../../../ui/moment-fields.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { momentOfFields, wallFields } from '../../../../ui/zone.ts';
import { type Earlier, earlierPeriods, quickRange, quickRanges } from '../periods.ts';
import { rangeTimes } from '../zoom.ts';
import css from './range-picker.module.css';

const t = texts.range;

interface FormProps {
  readonly shown: ChartSpan;
  readonly zone: string;
  readonly onRange: (range: ChartSpan) => void;
}

const RangeForm = ({ shown, zone, onRange }: FormProps) => {
  const [begin, setBegin] = useState<{ date: string | null; time: string | null }>(wallFields(shown.from, zone));
  const [end, setEnd] = useState<{ date: string | null; time: string | null }>(wallFields(shown.to, zone));
  const [error, setError] = useState<string | null>(null);
  const momentIn = ({ date, time }: typeof begin): number | null =>
    date === null || time === null ? null : momentOfFields(date, time, zone);
  const apply = (): void => {
    const from = momentIn(begin);
    const to = momentIn(end);
    if (from === null || to === null) setError(t.missing);
    else if (from >= to) setError(t.reversed);
    else if (to - from > longestRangeMs) setError(t.tooLong);
    else if (from > serverNow()) setError(t.future);
    else onRange({ from, to });
  };
  return (
    <Row wrap gap="16px 24px" maxWidth="min(480px, calc(100vw - 56px))" align="stretch">
      <Stack
        as="ul"
        alignContent="start"
        gap={2}
        margin={0}
        padding={0}
        listStyle="none"
        className={css.quick}
        aria-label={t.quick}
      >
        {quickRanges.map((range) => (
          <li key={range}>
            <Button size="bar" look="quiet" onClick={() => onRange(quickRange(range, serverNow(), zone))}>
              {t.ranges[range]}
            </Button>
          </li>
        ))}
      </Stack>
      <Stack flex="1 1 220px" gap={10} className={css.form}>
        <fieldset>
          <Text as="legend" marginBottom={4} tone="quiet">
            {t.from}
          </Text>
          <MomentFields
            date={begin.date}
            time={begin.time}
            onDate={(date) => setBegin((now) => ({ ...now, date }))}
            onTime={(time) => setBegin((now) => ({ ...now, time }))}
            labels={{ date: `${t.from}, ${texts.date}`, time: `${t.from}, ${texts.time}` }}
          />
        </fieldset>
        <fieldset>
          <Text as="legend" marginBottom={4} tone="quiet">
            {t.to}
          </Text>
          <MomentFields
            date={end.date}
            time={end.time}
            onDate={(date) => setEnd((now) => ({ ...now, date }))}
            onTime={(time) => setEnd((now) => ({ ...now, time }))}
            labels={{ date: `${t.to}, ${texts.date}`, time: `${t.to}, ${texts.time}` }}
          />
        </fieldset>
        <Text as="p" tone="faint" size={12}>
          {t.zone(zone.replace(/_/g, ' '))}
        </Text>
        {error !== null && <Notice tone="alarm">{error}</Notice>}
        <Button look="primary" onClick={apply}>
          {t.apply}
        </Button>
      </Stack>
    </Row>
  );
};

interface Props {
  /** The visible range. */
  readonly shown: ChartSpan;
  readonly zone: string;
  readonly isRange: boolean;
  readonly isLive: boolean;
  readonly period?: Earlier | undefined;
  readonly onRange: (range: ChartSpan) => void;
  readonly onNow: () => void;
  /** Absent: no earlier period can be chosen for comparison. */
  readonly onPeriod?: (period: Earlier | undefined) => void;
  /** Further choices beside the period. */
  readonly children?: ReactNode;
}

/** Chooses a time range, moves it by its length, returns to now, and chooses an earlier period for comparison. */
export const RangePicker = ({ shown, zone, isRange, isLive, period, onRange, onNow, onPeriod, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const words = rangeTimes(shown, serverNow(), zone);
  const step = (direction: -1 | 1): void => {
    const { from, to } = shown;
    const by = direction * (to - from);
    // No range extends beyond now.
    if (to + by > serverNow()) onNow();
    else onRange({ from: from + by, to: to + by });
  };
  const pick = (range: ChartSpan): void => {
    setOpen(false);
    onRange(range);
  };
  return (
    <Row wrap gap={4} className={css.bar}>
      <IconButton icon="left" label={t.back} onClick={() => step(-1)} />
      <Popover
        trigger="click"
        placement="bottom"
        open={isOpen}
        onOpenChange={setOpen}
        title={t.title}
        destroyOnHidden
        content={
          <Stack gap={16}>
            <RangeForm shown={shown} zone={zone} onRange={pick} />
            {onPeriod && (
              <Row wrap gap={8} paddingTop={12} borderTop="1px solid var(--line)">
                {children}
                <Select
                  aria-label={texts.compare}
                  value={period ?? 'none'}
                  onChange={(next: Earlier | 'none') => onPeriod(next === 'none' ? undefined : next)}
                  popupMatchSelectWidth={false}
                  options={[
                    { value: 'none', label: texts.noComparison },
                    ...earlierPeriods.map((value) => ({ value, label: texts.earlier[value] })),
                  ]}
                />
              </Row>
            )}
          </Stack>
        }
      >
        <Button
          icon="calendar"
          look={isRange ? 'primary' : undefined}
          aria-expanded={isOpen}
          aria-label={isLive ? t.open : t.openShown(words)}
        >
          {isLive ? t.open : words}
        </Button>
      </Popover>
      <IconButton icon="right" label={t.forward} disabled={isLive} onClick={() => step(1)} />
      {!isLive && <Button onClick={onNow}>{t.now}</Button>}
    </Row>
  );
};
