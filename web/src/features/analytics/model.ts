import type { AnalyticsRange, BadActors } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import { localDecimals } from '../../ui/locale.ts';
import { wallFields } from '../../ui/zone.ts';

export interface Counted {
  readonly name: string;
  readonly count: number;
  /** Search text of the log that lists exactly these events; absent if there is none. */
  readonly search?: string;
}

/** Rows with readable names; both edges of a contact are one type (docs/spec/monitoring.md, section 4, Graphs). */
export const labelled = (data: readonly Counted[]): readonly Counted[] => {
  const merged = new Map<string, { count: number; search: string }>();
  for (const { name, count } of data) {
    const isContact = /^contact (open|closed)$/i.test(name);
    const label = isContact ? texts.contact : name === 'Alarm' ? texts.underspeed : name;
    const before = merged.get(label)?.count ?? 0;
    merged.set(label, { count: before + count, search: isContact ? 'Contact' : name });
  }
  return [...merged].map(([name, row]) => ({ name, ...row })).sort((a, b) => b.count - a.count);
};

/** 'YYYY-MM-DD', the format of date fields. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}
/** Days of one month, from its first. */
export interface MonthDays extends Days {
  readonly from: string;
  readonly to: string;
}

/** `month` counts from 1 and may lie outside of a year. */
const dateText = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
const numbersOf = (day: string): readonly [year: number, month: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
];

/** The days of a month by the site's calendar, `back` months before the present one; of the present one up to today. */
export const monthDays = (now: number, zone: string, back: number): MonthDays => {
  const { date: today } = wallFields(now, zone);
  const [year, month] = numbersOf(today);
  const last = dateText(year, month - back + 1, 0);
  return { from: dateText(year, month - back, 1), to: last < today ? last : today };
};

/** The same days of the month before, as far as it has them. */
export const sameDaysBefore = ({ from, to }: MonthDays): MonthDays => {
  const [year, month] = numbersOf(from);
  const last = dateText(year, month, 0);
  const same = `${last.slice(0, 8)}${to.slice(8)}`;
  return { from: dateText(year, month - 1, 1), to: same < last ? same : last };
};

/** The whole month in which a day lies. */
export const wholeMonth = (day: string): MonthDays => {
  const [year, month] = numbersOf(day);
  return { from: dateText(year, month, 1), to: dateText(year, month + 1, 0) };
};

const dayMs = 86_400_000;
const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const textOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The period of the same length just before; nulls if one of the days is missing. */
export const daysBefore = ({ from, to }: Days): Days => {
  if (from === null || to === null) return { from: null, to: null };
  const length = dayOf(to) - dayOf(from) + 1;
  return { from: textOf(dayOf(from) - length), to: textOf(dayOf(from) - 1) };
};

/** All days, both ends included. */
export const daysIn = ({ from, to }: Days): readonly string[] =>
  from === null || to === null
    ? []
    : Array.from({ length: Math.max(0, dayCount({ from, to })) }, (_, n) => textOf(dayOf(from) + n));

/** The number of days, both ends included. */
export const dayCount = ({ from, to }: Days): number =>
  from === null || to === null ? 0 : dayOf(to) - dayOf(from) + 1;

/** Events a day, with one decimal. */
export const perDayText = ({ total, days }: Pick<BadActors, 'total' | 'days'>): string =>
  localDecimals((total / days).toFixed(1));

/** Those that needed an acknowledgement and of which nothing is late or in time: no time was set, or it is not over. */
export const withoutTime = ({ answers, answer_goal: goal }: Pick<BadActors, 'answers' | 'answer_goal'>): number =>
  answers.reduce((sum, { count }) => sum + count, 0) - (goal?.of ?? 0);

/** More than one person can answer: one in ten minutes (EEMUA 191). */
export const isTooMany = ({ total, days }: Pick<BadActors, 'total' | 'days'>): boolean => total / days > 144;

/** Fewer alarms and warnings of a sensor than this say nothing about its limit. */
export const fewest = 3;
export type Actor = BadActors['most_frequent'][number];
/** What the alarms of a sensor say about it, and where to look next. */
export const verdictOf = (
  found: Pick<BadActors, 'standing' | 'chattering'>,
  row: Actor,
): { readonly says: string; readonly next: string } => {
  const { hours, next, verdict } = texts.bad;
  const isOfRow = (one: Pick<Actor, 'device_id' | 'sensor_id'>): boolean =>
    one.device_id === row.device_id && one.sensor_id === row.sensor_id;
  const standing = found.standing.find((one) => isOfRow(one) && one.until === null);
  if (standing) return { says: verdict.stands(hours(standing.hours)), next: next.cause };
  const burst = found.chattering.find(isOfRow);
  if (burst) return { says: verdict.chatters(burst.peak), next: next.cause };
  // Where the controller raised true alarms, a limit is not what is wrong first.
  if (row.warnings === 0) return { says: verdict.alarms, next: next.cause };
  if (row.warnings < row.count) return { says: verdict.both(row.count - row.warnings, row.warnings), next: next.cause };
  if (row.count < fewest) return { says: verdict.few(row.count), next: next.cause };
  // A rule that is no longer in force has no limit to try.
  return { says: verdict.warnings(row.warnings), next: row.rule ? next.limit : next.cause };
};

/** '+3', '−2', '0': how many more or fewer than before. */
export const changeText = (count: number, before: number): string =>
  count === before ? '0' : count > before ? `+${count - before}` : `−${before - count}`;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The API's format of a day: '1 Nov 2026'. */
export const spelled = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
};

/** null if a day is missing. */
export const rangeOf = ({ from, to }: Days): Required<AnalyticsRange> | null =>
  from === null || to === null ? null : { start: spelled(from), end: spelled(to) };

/** Names of 150 characters or more are cut to four words. */
export const shortName = (name: string): string => (name.length < 150 ? name : name.split(' ').slice(0, 4).join(' '));

/** '12.5 %'; '' if `all` is 0. */
export const percentText = (part: number, all: number): string =>
  all === 0 ? '' : localDecimals(`${((part / all) * 100).toFixed(part === all ? 0 : 1)} %`);
