import { useQuery } from '@tanstack/react-query';
import type { BadActors } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { calendarDayText, daysText, dayText, spanText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import {
  daysIn,
  fewest,
  isTooMany,
  type MonthDays,
  perDayText,
  rangeOf,
  sameDaysBefore,
  wholeMonth,
  withoutTime,
} from '../model.ts';
import { badActorsCsv, badActorsQuery } from '../queries.ts';
import { AdviceList } from './advice.tsx';
import { Actors, worst } from './bad-actors.tsx';
import css from './month.module.css';

const t = texts.month;
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
  /** What the number means, and whether that is bad. */
  readonly means: string;
  readonly isBad?: boolean;
}

/** A number, what it means, and how far it is from that of the period before. */
const Figure = ({ label, now, before, text = String, means, isBad = false }: FigureProps) => {
  const by = now === null || before === null || before === undefined ? null : now - before;
  return (
    <Stack surface alignContent="start" gap={2} padding="12px 18px" minWidth={0}>
      <Text tone="quiet" weight={550}>
        {label}
      </Text>
      <Text as="b" size={26} line={32}>
        {now === null ? '-' : text(now)}
      </Text>
      <Text size={13} weight={550} tone={isBad ? 'warning' : 'plain'}>
        {means}
      </Text>
      {by !== null && before !== null && before !== undefined && (
        <Text as="small" tone="quiet">
          {by === 0
            ? t.same
            : `${by > 0 ? '↑ ' : '↓ '}${(by > 0 ? t.more : t.fewer)(text(Math.abs(by)), text(before))}`}
        </Text>
      )}
    </Stack>
  );
};

type Counts = BadActors['by_day'];
/** The end of a scale that holds a count: a round number. */
const scaleOf = (most: number): number => {
  const step = 10 ** Math.floor(Math.log10(most)) / 2;
  return Math.ceil(most / Math.max(1, step)) * Math.max(1, step);
};
const totalsOf = (counts: Counts): ReadonlyMap<string, number> =>
  new Map(counts.map(({ day, alarms, warnings }) => [day, alarms + warnings]));

interface DaysProps {
  readonly days: MonthDays;
  readonly now: BadActors;
  readonly before: BadActors | undefined;
}

/** A column for each day: this period above the line, the same day of the period before below it if it has any. */
const DayColumns = ({ days, now, before }: DaysProps) => {
  const [shown, earlier] = [totalsOf(now.by_day), totalsOf(before?.by_day ?? [])];
  const most = scaleOf(Math.max(1, ...shown.values(), ...earlier.values()));
  const past = daysIn(sameDaysBefore(days));
  const hasPast = earlier.size > 0;
  const rows = hasPast ? undefined : { gridTemplateRows: '168px 16px' };
  const bar = (count: number) => (
    <>
      {count > 0 && <small>{count}</small>}
      <i style={{ height: `calc(${count / most} * (100% - 14px))` }} />
    </>
  );
  return (
    <Row as="ul" align="stretch" gap={2} className={css.days}>
      <li className={css.scale} aria-hidden="true" style={rows}>
        <span>{most}</span>
        {hasPast && <span>{most}</span>}
      </li>
      {daysIn(wholeMonth(days.from)).map((day, index) => {
        const [above, below] = [shown.get(day) ?? 0, earlier.get(past[index] ?? '') ?? 0];
        const label = `${calendarDayText(day)}: ${above}${hasPast ? `, ${t.before(String(below))}` : ''}`;
        const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
        return (
          <li key={day} title={label} data-weekend={isWeekend} data-come={day > days.to} style={rows}>
            <span aria-hidden="true">{bar(above)}</span>
            {hasPast && <span aria-hidden="true">{bar(below)}</span>}
            <small className="unseen">{label}</small>
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

/** A line for each shift: where half of its alarms were acknowledged, hollow before and filled now; the target a bar. */
const ShiftLines = ({ now, before }: Omit<DaysProps, 'days'>) => {
  const earlier = new Map(before?.answers.map((row) => [row.from, row.median_seconds]));
  const goals = now.answers.flatMap(({ goal_seconds: goal }) => goal ?? []);
  const longest = Math.max(
    1,
    ...goals,
    ...now.answers.map((row) => row.median_seconds ?? 0),
    ...[...earlier.values()].map(Number),
  );
  const unit = [60, 3_600].findLast((one) => longest >= 2 * one) ?? 1;
  const most = scaleOf(Math.ceil(longest / unit)) * unit;
  return (
    <Stack as="ul" gap={10} margin={0} padding={0} listStyle="none">
      {now.answers.map(({ from, to, count, median_seconds: seconds, goal_seconds: goal }) => {
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
              {goal !== null && <em style={{ left: `${(goal / most) * 100}%` }} />}
              {past !== null && <u style={{ left: `${(past / most) * 100}%` }} />}
              {seconds !== null && <b style={{ left: `${(seconds / most) * 100}%` }} />}
            </span>
            <span>
              {seconds === null ? (count === 0 ? '-' : t.nobody) : spanText(seconds * 1_000)}{' '}
              {past !== null && <small>{t.before(spanText(past * 1_000))} </small>}
              {goal !== null && <small>{t.target(spanText(goal * 1_000))}</small>}
            </span>
          </li>
        );
      })}
      <li className={css.shift} aria-hidden="true">
        <Row justify="space-between" gridColumn={2} size={12} tone="quiet" borderTop="1px solid var(--line2)">
          <span>0</span>
          <span>{spanText(most * 500)}</span>
          <span>{spanText(most * 1_000)}</span>
        </Row>
      </li>
    </Stack>
  );
};

const rangeText = ({ from, to }: MonthDays): string => daysText(Date.parse(from), Date.parse(to), 'UTC');

/** The days that stand against each other. */
export const monthText = (days: MonthDays): string => t.against(rangeText(sameDaysBefore(days)));

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
  // A month without any event may be one without data: nothing is said against it.
  const before = past && past.total > 0 ? past : undefined;
  const rows = now.most_frequent.filter(({ rule, warnings }) => rule !== null && warnings >= fewest).slice(0, worst);
  const made = t.made(
    rows.length,
    rows.reduce((sum, row) => sum + row.warnings, 0),
    now.warnings,
  );
  const minutes = (found: BadActors): number => Math.round(found.alarm_seconds / 60);
  const seconds = (value: number): string => spanText(value * 1_000);
  const rateText = (rate: Parameters<typeof isTooMany>[0]) => texts.bad.perDay(perDayText(rate), isTooMany(rate));
  const alarms = now.total - now.warnings;
  const alarmRate = { total: alarms, days: now.days };
  const warningRate = { total: now.warnings, days: now.days };
  const goal = now.answer_goal;
  const asked = now.answers.reduce((sum, { count }) => sum + count, 0);
  const [first] = now.most_frequent.toSorted((a, b) => b.warnings - a.warnings);
  return (
    <Stack gap={20} padding="12px 0 24px">
      {(now.is_counting || past?.is_counting) && <Notice tone="info">{texts.bad.counting}</Notice>}
      <Stack gap={12} padding="0 var(--page-pad)">
        <Grid columns="repeat(5, minmax(0, 1fr))" gap={12} align="stretch" className={css.figures}>
          <Figure
            label={t.figures.alarms}
            now={alarms}
            before={before && before.total - before.warnings}
            means={rateText(alarmRate)}
            isBad={isTooMany(alarmRate)}
          />
          <Figure
            label={t.figures.minutes}
            now={minutes(now)}
            before={before && minutes(before)}
            means={alarms === 0 ? t.means.none : t.means.each(seconds(now.alarm_seconds / alarms))}
          />
          <Figure
            label={t.figures.floods}
            now={now.floods.length}
            before={before?.floods.length}
            means={now.floods.length === 0 ? t.means.noFlood : t.means.flood}
            isBad={now.floods.length > 0}
          />
          <Figure
            label={t.figures.answer}
            now={now.answer_seconds}
            before={before?.answer_seconds}
            text={seconds}
            means={goal === null ? t.means.noGoal : t.means.goal(goal.within, goal.of, withoutTime(now))}
            isBad={goal !== null && goal.within < goal.of}
          />
          <Figure
            label={t.figures.warnings}
            now={now.warnings}
            before={before?.warnings}
            means={
              now.warnings === 0
                ? t.means.none
                : first && first.warnings > 0
                  ? t.means.most(first.warnings, first.sensor_name)
                  : rateText(warningRate)
            }
          />
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
        <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={12} align="stretch">
          <Panel title={t.days}>
            <Row as="p" gap={16} className={css.legend}>
              <span data-now>{t.legend.now}</span>
              {past && past.total > 0 && <span>{t.legend.before}</span>}
              {past?.total === 0 && <small>{t.noneBefore}</small>}
            </Row>
            <DayColumns days={days} now={now} before={past} />
            <Floods found={now} />
            <Floods found={past} />
          </Panel>
          <Panel title={t.shifts}>
            <ShiftLines now={now} before={past} />
            {asked < now.total && (
              <Text as="p" tone="quiet" size={12}>
                {t.asked(asked, now.total - asked)}
              </Text>
            )}
          </Panel>
        </Grid>
      </Stack>
      {now.total > 0 && (
        <Actors found={now} rows={now.most_frequent.filter(({ count }) => count >= fewest).slice(0, worst)} />
      )}
    </Stack>
  );
};
