import { useQuery } from '@tanstack/react-query';
import type { BadActors } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { calendarDayText, daysText, dayText, spanText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { daysIn, type MonthDays, rangeOf, sameDaysBefore, wholeMonth } from '../model.ts';
import { badActorsCsv, badActorsQuery } from '../queries.ts';
import { AdviceList } from './advice.tsx';
import css from './month.module.css';

const t = texts.month;
/** The sensors whose settings are worth the first look. */
const worst = 3;

const Panel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack as="section" surface gap={12} padding="14px 18px" minWidth={0} aria-label={title}>
    <h2 className={css.title}>{title}</h2>
    {children}
  </Stack>
);

interface FigureProps {
  readonly label: string;
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly text?: (value: number) => string;
}

/** A number beside that of the period before; a dash where there is none. */
const Figure = ({ label, now, before, text = String }: FigureProps) => {
  const said = (value: number | null | undefined): string =>
    value === null || value === undefined ? '-' : text(value);
  const by = now === null || before === null || before === undefined ? null : now - before;
  return (
    <Stack surface gap={2} padding="12px 18px" minWidth={0}>
      <Text tone="quiet" weight={550}>
        {label}
      </Text>
      <Text as="b" size={26} line={32}>
        {said(now)}
      </Text>
      <Text as="small" tone="quiet">
        {by !== null && (
          <b>{by === 0 ? t.same : `${by > 0 ? '↑ ' : '↓ '}${(by > 0 ? t.more : t.fewer)(text(Math.abs(by)))}`}</b>
        )}{' '}
        {t.before(said(before))}
      </Text>
    </Stack>
  );
};

type Counts = BadActors['by_day'];
const totalsOf = (counts: Counts): ReadonlyMap<string, number> =>
  new Map(counts.map(({ day, alarms, warnings }) => [day, alarms + warnings]));

interface DaysProps {
  readonly days: MonthDays;
  readonly now: BadActors;
  readonly before: BadActors | undefined;
}

/** A column for each day: this period above the line, the same day of the period before below it. */
const DayColumns = ({ days, now, before }: DaysProps) => {
  const [shown, earlier] = [totalsOf(now.by_day), totalsOf(before?.by_day ?? [])];
  const most = Math.max(1, ...shown.values(), ...earlier.values());
  const past = daysIn(sameDaysBefore(days));
  const bar = (count: number) => (
    <>
      {count > 0 && <small>{count}</small>}
      <i style={{ height: `${(count / most) * 100}%` }} />
    </>
  );
  return (
    <Row as="ul" align="stretch" gap={2} className={css.days}>
      {daysIn(wholeMonth(days.from)).map((day, index) => {
        const [above, below] = [shown.get(day) ?? 0, earlier.get(past[index] ?? '') ?? 0];
        const label = `${calendarDayText(day)}: ${above}, ${t.before(String(below))}`;
        const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
        return (
          <li key={day} title={label} data-weekend={isWeekend} data-come={day > days.to}>
            <span className="unseen">{label}</span>
            <span aria-hidden="true">{bar(above)}</span>
            <span aria-hidden="true">{bar(below)}</span>
            <small aria-hidden="true">{Number(day.slice(8)) % 5 === 0 ? Number(day.slice(8)) : ''}</small>
          </li>
        );
      })}
    </Row>
  );
};

/** The floods of a period by their days. */
const Floods = ({ found }: { readonly found: BadActors | undefined }) =>
  found?.floods.map(({ from, to, count }) => (
    <Text as="p" key={from} size={12}>
      {t.flood(
        dayText(Date.parse(from), found.timezone),
        count,
        spanText(Math.max(60_000, Date.parse(to) - Date.parse(from))),
      )}
    </Text>
  ));

/** A line for each shift: where half of its alarms were acknowledged, hollow before and filled now. */
const ShiftLines = ({ now, before }: Omit<DaysProps, 'days'>) => {
  const earlier = new Map(before?.answers.map((row) => [row.from, row.median_seconds]));
  const most = Math.max(1, ...now.answers.map((row) => row.median_seconds ?? 0), ...[...earlier.values()].map(Number));
  return (
    <Stack as="ul" gap={10} margin={0} padding={0} listStyle="none">
      {now.answers.map(({ from, to, count, median_seconds: seconds }) => {
        const past = earlier.get(from) ?? null;
        const ends = [seconds, past].flatMap((one) => (one === null ? [] : [(one / most) * 100]));
        return (
          <li key={from} className={css.shift}>
            <span>
              {texts.bad.answers.shift(from, to)} <small>({count})</small>
            </span>
            <span className={css.line} aria-hidden="true">
              {ends.length === 2 && (
                <i style={{ left: `${Math.min(...ends)}%`, width: `${Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))}%` }} />
              )}
              {past !== null && <u style={{ left: `${(past / most) * 100}%` }} />}
              {seconds !== null && <b style={{ left: `${(seconds / most) * 100}%` }} />}
            </span>
            <span>
              {seconds === null ? (count === 0 ? '-' : t.nobody) : spanText(seconds * 1_000)}{' '}
              {past !== null && <small>{t.before(spanText(past * 1_000))}</small>}
            </span>
          </li>
        );
      })}
    </Stack>
  );
};

const rangeText = ({ from, to }: MonthDays): string => daysText(Date.parse(from), Date.parse(to), 'UTC');

interface PickerProps {
  readonly device: number;
  readonly days: MonthDays;
  readonly monthsBack: number;
  readonly onMonthsBack: (monthsBack: number) => void;
}

/** The month that is shown and the one against which it stands, with the way to others and to the figures as a file. */
export const MonthPicker = ({ device, days, monthsBack, onMonthsBack }: PickerProps) => {
  const csv = async (): Promise<void> => {
    const range = rangeOf(days);
    if (range) await badActorsCsv(device, 'site', range).catch(() => showToast('error', texts.failed));
  };
  return (
    <>
      <IconButton icon="left" label={t.earlier} onClick={() => onMonthsBack(monthsBack + 1)} />
      <b>{rangeText(days)}</b>
      <IconButton
        icon="right"
        label={t.later}
        disabled={monthsBack === 0}
        onClick={() => onMonthsBack(monthsBack - 1)}
      />
      <Text tone="quiet">{t.against(rangeText(sameDaysBefore(days)))}</Text>
      <Button icon="download" onClick={() => void csv()}>
        {texts.csv}
      </Button>
    </>
  );
};

/** The site's alarms of a month against the same days of the one before, and the settings that would have helped. */
export const Month = ({ device, days }: Pick<PickerProps, 'device' | 'days'>) => {
  const { data: now, error, refetch } = useQuery(badActorsQuery(device, 'site', rangeOf(days)));
  const { data: past } = useQuery(badActorsQuery(device, 'site', rangeOf(sameDaysBefore(days))));
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (now === undefined) return <Loading />;
  const rows = now.most_frequent.filter(({ rule }) => rule !== null).slice(0, worst);
  const made = t.made(
    rows.length,
    rows.reduce((sum, row) => sum + row.warnings, 0),
    now.warnings,
  );
  const minutes = (found: BadActors): number => Math.round(found.alarm_seconds / 60);
  const seconds = (value: number): string => spanText(value * 1_000);
  return (
    <Stack gap={12} padding="12px var(--page-pad) 24px">
      <Grid columns="repeat(auto-fit, minmax(128px, 1fr))" gap={12} align="stretch">
        <Figure label={t.figures.alarms} now={now.total - now.warnings} before={past && past.total - past.warnings} />
        <Figure label={t.figures.minutes} now={minutes(now)} before={past && minutes(past)} />
        <Figure label={t.figures.floods} now={now.floods.length} before={past?.floods.length} />
        <Figure label={t.figures.answer} now={now.answer_seconds} before={past?.answer_seconds} text={seconds} />
        <Figure label={t.figures.warnings} now={now.warnings} before={past?.warnings} />
      </Grid>
      <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={12} align="stretch">
        <Panel title={t.days}>
          <Row as="p" gap={16} className={css.legend}>
            <span data-now>{t.legend.now}</span>
            <span>{t.legend.before}</span>
          </Row>
          <DayColumns days={days} now={now} before={past} />
          <Floods found={now} />
          <Floods found={past} />
        </Panel>
        <Panel title={t.shifts}>
          <ShiftLines now={now} before={past} />
        </Panel>
      </Grid>
      {rows.length > 0 && (
        <Stack as="section" gap={12} aria-label={made}>
          <Row wrap align="baseline" gap="0 12px">
            <h2>{made}</h2>
            <Text tone="quiet">{t.advice}</Text>
          </Row>
          <AdviceList rows={rows} />
        </Stack>
      )}
    </Stack>
  );
};
